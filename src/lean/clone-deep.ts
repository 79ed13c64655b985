/**
 * A deep copy of a form's values, which are plain data here (instead of lodash's, which also copies what no form
 * holds).
 */
function cloneDeep<T>(value: T): T {
  return structuredClone(value);
}

export { cloneDeep as default };
