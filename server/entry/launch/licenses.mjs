/**
 * Which licenses a package may have that becomes a part of the product: those that ask for no more than that their text
 * goes along.
 */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
]);

/** Packages that carry the text of a license without naming it in their manifest. */
const UNNAMED = new Map([['png-js@2.0.0', 'MIT']]);

/**
 * @param {{ name: string, version: string, license?: string | undefined }} manifest
 * @returns {string} an expression of SPDX; empty if nobody knows
 */
export function licenseOf({ name, version, license }) {
  return license ?? UNNAMED.get(`${name}@${version}`) ?? '';
}

/**
 * @param {string | undefined} expression of SPDX, such as `MIT` or `(MIT OR CC0-1.0)`
 * @returns {boolean} whether what it asks for is permissive: one of its alternatives, and all parts of that
 */
export function isPermissive(expression) {
  if (expression === undefined) return false;
  const plain = expression.replace(/^\((.*)\)$/, '$1');
  // Nested expressions are rare enough to be looked at by a person.
  if (/[()]/.test(plain)) return false;
  return plain.split(' OR ').some((choice) => choice.split(' AND ').every((name) => PERMISSIVE.has(name.trim())));
}
