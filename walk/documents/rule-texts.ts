/** A pure check of a flow, in words and as it is written. */
export interface RuleText {
  readonly name: string;
  /** What its docstring says; empty if it has none. */
  readonly says: string;
  readonly code: string;
}

const DOC = String.raw`(?:^/\*\*(?<doc>(?:(?!\*/)[^])*)\*/\n)?`;
const ON_ONE_LINE = String.raw`[^\n]*\{[^\n]*\}$`;
const ON_MORE_LINES = String.raw`[^]*?\n\}$`;
const DECLARED = String.raw`(?<code>^(?:export )?function (?<name>\w+)(?:${ON_ONE_LINE}|${ON_MORE_LINES}))`;

/**
 * The functions that a file of rules declares. They are found by their outer lines, which have one form everywhere: the
 * compiler's own parser finds the same (tests/atlas/rule-texts.test.ts), but takes a second to load, which each opening
 * of the atlas would wait for.
 */
export function rulesIn(content: string): readonly RuleText[] {
  return [...content.matchAll(new RegExp(DOC + DECLARED, 'gm'))].map(({ groups = {} }) => ({
    name: groups['name'] ?? '',
    says: saidIn(groups['doc'] ?? ''),
    code: groups['code'] ?? '',
  }));
}

/** The words of a docstring up to its first tag. */
function saidIn(doc: string): string {
  const lines = doc.split('\n').map((line) => line.replace(/^\s*\*? ?/, '').trimEnd());
  const tags = lines.findIndex((line) => line.startsWith('@'));
  return lines
    .slice(0, tags === -1 ? undefined : tags)
    .join('\n')
    .trim();
}
