type Tree = Readonly<Record<string, unknown>>;

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null;
}

function merge(first: unknown, second: unknown): unknown {
  if (!isTree(first) || !isTree(second) || Array.isArray(first) !== Array.isArray(second)) return second;
  const merged = Object.entries(second).map(([key, value]) => [key, merge(first[key], value)] as const);
  return Object.assign(Array.isArray(first) ? [] : {}, first, Object.fromEntries(merged));
}

/**
 * Merges the errors of several validations, entry by entry; the later one wins. It replaces deepmerge, which also
 * clones and takes options.
 */
const deepmerge = {
  all(trees: readonly Tree[]): unknown {
    return trees.reduce<unknown>(merge, {});
  },
};

export { deepmerge as default };
