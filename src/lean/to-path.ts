/**
 * "people[0].name" → ["people", "0", "name"], as Formik names fields. It replaces lodash's, which also reads quoted
 * keys.
 */
function toPath(path: string | readonly string[]): string[] {
  if (typeof path !== 'string') return path.map(String);
  return path.split(/[.[\]]+/).filter((part) => part !== '');
}

export { toPath as default };
