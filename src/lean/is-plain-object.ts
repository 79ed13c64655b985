/** Whether the value is a plain object and not a class instance. It replaces lodash's. */
function isPlainObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Object.prototype.toString.call(value) !== '[object Object]')
    return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

export { isPlainObject as default };
