/** A shallow copy with the same prototype, as Formik needs before it sets one field. It replaces lodash's. */
function clone<T extends object>(value: T): T {
  if (Array.isArray(value)) return [...value] as unknown as T;
  return Object.assign(Object.create(Object.getPrototypeOf(value)) as T, value);
}

export { clone as default };
