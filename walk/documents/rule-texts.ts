/** A rule of a flow: its docstring and its source. */
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
 * The functions that a file of rules declares, found by their first and last lines, which have one form everywhere. The
 * compiler's parser finds the same (tests/atlas/rule-texts.test.ts), but takes a second to load each time the atlas
 * starts.
 */
export function rulesIn(content: string): readonly RuleText[] {
  return [...content.matchAll(new RegExp(DOC + DECLARED, 'gm'))].map(({ groups = {} }) => ({
    name: groups['name'] ?? '',
    says: saidIn(groups['doc'] ?? ''),
    code: groups['code'] ?? '',
  }));
}

/** The text of a docstring up to its first tag. */
function saidIn(doc: string): string {
  const lines = doc.split('\n').map((line) => line.replace(/^\s*\*? ?/, '').trimEnd());
  const tags = lines.findIndex((line) => line.startsWith('@'));
  return lines
    .slice(0, tags === -1 ? undefined : tags)
    .join('\n')
    .trim();
}
