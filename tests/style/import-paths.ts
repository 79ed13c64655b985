/**
 * What a pattern of the import rules names, as separate patterns: `^src/(api|ui)/` names `^src/api/` and `^src/ui/`; an
 * excluded folder, as in `^machines/(?!graph/)`, is named too.
 */
export function namedBy(pattern: string): string[] {
  const group = /\((\?[:!])?([^()]*)\)/.exec(pattern);
  if (group === null) return [pattern.replaceAll('$1', '[^/]+')];
  const [whole, kind, choices = ''] = group;
  const [before, after] = [pattern.slice(0, group.index), pattern.slice(group.index + whole.length)];
  if (kind === '?!')
    return [`${before}${after}`, ...choices.split('|').map((choice) => `${before}${choice}`)].flatMap(namedBy);
  return choices.split('|').flatMap((choice) => namedBy(`${before}${choice}${after}`));
}

type Side = Readonly<Partial<Record<'path' | 'pathNot', string | readonly string[]>>>;

/** Every pattern of a list of rules. */
export function patternsOf(rules: readonly { readonly from: Side; readonly to: Side }[]): string[] {
  return rules.flatMap(({ from, to }) => [from.path, from.pathNot, to.path, to.pathNot]).flatMap((each) => each ?? []);
}
