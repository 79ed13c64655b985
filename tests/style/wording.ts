/** A wording that a reader has to read twice: what it looks like, what to write instead, and a sentence that has it. */
interface Wording {
  readonly pattern: RegExp;
  readonly instead: string;
  readonly planted: string;
}

/** Words after "is no" with which the phrase is idiomatic: "that is no longer", "which is no more than". */
const IDIOMATIC = '(?!longer\\b|more\\b|such\\b|less\\b|other\\b|doubt)';

/** Wordings that code, comments, documents, the contract and commands do without. */
export const WORDINGS: readonly Wording[] = [
  { pattern: /\bthe own\b/i, instead: '"their own", "your own", "its own"', planted: 'Looks at the own organization.' },
  {
    pattern: /\b(is|are|was|were|be|been|being|or|and) come back to\b/i,
    instead: '"is resumed", "is opened again"',
    planted: "The flow can't be come back to.",
  },
  { pattern: /\bgone on with\b/i, instead: '"continued"', planted: 'What was sent is gone on with.' },
  {
    pattern: /\bwhat there is no\b/i,
    instead: 'the name of the thing: "calls that no flow makes"',
    planted: 'Lists what there is no flow for.',
  },
  {
    pattern: new RegExp(`\\b(what|that|which|who) (is|are) no ${IDIOMATIC}`, 'i'),
    instead: '"is not a …", "are not …"',
    planted: 'The pages hold what is no flow.',
  },
  {
    pattern: /(?<!there )\bis none of\b/i,
    instead: '"is not one of", "does not belong to"',
    planted: 'It is none of ours.',
  },
  { pattern: /\bit is none\b(?! of)/i, instead: '"it is not one"', planted: 'Refused where it is none.' },
  { pattern: /\b(null|undefined|false|true|empty) where\b/i, instead: '"null if"', planted: 'Null where it has none.' },
  { pattern: /\bas where\b/i, instead: '"for example if", "as when"', planted: 'Over, as where it ran out.' },
  { pattern: /\bfor want of\b/i, instead: '"for lack of", "without"', planted: 'It failed for want of a right.' },
  { pattern: /\bin the place of\b/i, instead: '"in place of", "instead of"', planted: 'One in the place of another.' },
  { pattern: /\bfor ever\b/i, instead: '"forever"', planted: 'A receipt stays for ever.' },
  { pattern: /\banew\b/i, instead: '"again", "starts over", "restart"', planted: 'The flow begins anew.' },
  {
    pattern: /\b(puts?|set) (it |them )?right\b|\b(is|be|are|was) put right\b/i,
    instead: '"correct"',
    planted: 'A mistyped name is put right.',
  },
  { pattern: /\b(is|are) at it\b/i, instead: 'what is being done', planted: 'Another process is at it.' },
  {
    pattern: /\b(holds?|held) up (no|none)\b/i,
    instead: '"does not delay"',
    planted: 'One of them holds up no other.',
  },
  {
    pattern: /(\/\*\*|\/\/|^ *\*) So (many|long|much|often)\b/,
    instead: '"How many", "How long"',
    planted: '/** So many rows are kept. */',
  },
  { pattern: /\bwhose word counts\b/i, instead: '"who decides"', planted: 'Tells whose word counts here.' },
];

/** The wordings that a text has, each with what to write instead. */
export function wordingsIn(content: string): string[] {
  return content.split('\n').flatMap((line, index) =>
    WORDINGS.flatMap(({ pattern, instead }) => {
      const found = pattern.exec(line)?.[0];
      return found === undefined ? [] : [`line ${index + 1}: "${found}"; write ${instead}`];
    }),
  );
}
