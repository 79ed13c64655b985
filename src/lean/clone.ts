/**
 * A shallow copy that keeps the kind of the original, as Formik needs before it sets one field (instead of lodash's).
 */
function clone<T extends object>(value: T): T {
  if (Array.isArray(value)) return [...value] as unknown as T;
  return Object.assign(Object.create(Object.getPrototypeOf(value)) as T, value);
}

export { clone as default };
