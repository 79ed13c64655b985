/**
 * Whether the values of two forms are deeply equal. It replaces react-fast-compare, which also compares elements, maps
 * and buffers.
 */
function isEqual(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b);
  const [one, other] = [Object.entries(a), new Map(Object.entries(b))];
  return (
    Array.isArray(a) === Array.isArray(b) &&
    one.length === other.size &&
    one.every(([key, value]) => other.has(key) && isEqual(value, other.get(key)))
  );
}

export { isEqual as default };
