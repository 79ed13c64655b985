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
  { pattern: /\w(Anew|Afresh|Besides)\b/, instead: '"re…", "again", "extra"', planted: 'await sealAnew(keys);' },
  {
    pattern: /\b(colour|centred|behaviour|normalise|spoilt)|(Colour|Centred|Behaviour)(s?\b|[A-Z])/,
    instead: 'the American spelling',
    planted: 'const lineColour = spoilt;',
  },
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

/** British spellings of words that the repository uses; a quoted word may be a name, such as the status `cancelled`. */
const BRITISH =
  '(cancell(ed|ing)|behaviours?|colou?red|colours?|favourites?|favours?|fulfils?|greys?|honours?|labell(ed|ing)|licence|neighbour(s|ing)?|travell(ed|ing)|(author|initial|normal|optim|organ|recogn|reorgan|serial|summar)is(e|es|ed|ing|ation))';

/**
 * Wordings that comments, documents and the descriptions of the contract do without. Code may have the words by chance,
 * and member texts have checks of their own.
 */
export const PROSE_WORDINGS: readonly Wording[] = [
  {
    pattern: /\bwhat (became|becomes|has become) of\b/i,
    instead: '"the outcome of", "what happens to"',
    planted: '// The server is asked what became of the call.',
  },
  { pattern: /\btold apart\b/i, instead: '"distinguished"', planted: '// By it the two are told apart.' },
  {
    pattern: /\b(is|are|was|were) told of\b/i,
    instead: '"is notified of", "learns of"',
    planted: '// The member is told of the change.',
  },
  {
    pattern: /\bout of what (is|was|are|were)\b/i,
    instead: '"from what was …"',
    planted: '// The checkpoint, out of what was stored.',
  },
  {
    pattern: /\b(go|goes|gone|going) on from\b/i,
    instead: '"resume", "continue from"',
    planted: '// The step that a reload goes on from.',
  },
  {
    pattern: /\bstands? (beside|below|there)\b/i,
    instead: '"is beside", "is shown below"',
    planted: '// No message stands there.',
  },
  {
    pattern: /\b(inside|outside) of\b/i,
    instead: '"inside", "outside"',
    planted: '// What happens outside of a screen.',
  },
  { pattern: /\blooks? whether\b/i, instead: '"checks whether"', planted: '// Looks whether the promise is kept.' },
  { pattern: /\bsuch a one\b/i, instead: 'the noun', planted: '// Whether or not there is such a one.' },
  { pattern: /\b(is|are) no part of\b/i, instead: '"is not part of"', planted: '// The frame is no part of a flow.' },
  {
    pattern: /\b(takes?|taken|brings?|brought|comes?) along\b/i,
    instead: '"includes", "comes with"',
    planted: '// What a link brought along.',
  },
  { pattern: /\bfor so (long|many)\b/i, instead: '"for this long"', planted: '// Nothing arrived for so long.' },
  {
    pattern: /\b(throws|absent|nothing) where (there|it|none|nothing|they)\b/i,
    instead: '"throws if", "absent if"',
    planted: '// Throws where there is none.',
  },
  {
    pattern: /\bwhat (it|they|its? \w+|\w+ \w+)? ?(comes?|came) to\b/i,
    instead: '"the sum of", "the outcome of", "the result of"',
    planted: '// Who counts what they come to.',
  },
  { pattern: /\bof no use\b/i, instead: '"useless", "pointless"', planted: '// A checkpoint is of no use afterwards.' },
  { pattern: /\bhangs? on\b/i, instead: '"depends on"', planted: '// The name of a module hangs on its source.' },
  {
    pattern: /\b(the|an?) (?!day|week|hour|minute)\w+ of before\b/i,
    instead: '"the previous", "the earlier", "the same"',
    planted: '// The calls are repeated under the keys of before.',
  },
  {
    pattern: /\b(for|of) whoever\b/i,
    instead: '"for those who", or the person',
    planted: '// One line for whoever watches.',
  },
  {
    pattern: /\bwhere (it|they|one) (is|are) about one\b/i,
    instead: '"if any", "if it concerns one"',
    planted: '// The entry of a refusal, where it is about one.',
  },
  { pattern: /\be-mail(s|ed|ing)?\b/i, instead: '"email"', planted: '// The e-mail address of the member.' },
  { pattern: /\btime-outs?\b/i, instead: '"timeout"', planted: '// The time-out of a call.' },
  { pattern: /\buser names?\b/i, instead: '"username"', planted: '// The user name of the member.' },
  {
    pattern: new RegExp(`(?<!['"])\\b${BRITISH}\\b(?!['"])`, 'i'),
    instead: 'the American spelling',
    planted: '// The colour of a cancelled one.',
  },
];

/** The wordings of prose that a file has, also across the ends of lines. */
export function proseWordingsIn(file: string, content: string): string[] {
  return proseOf(file, content).flatMap((prose) =>
    PROSE_WORDINGS.flatMap(({ pattern, instead }) => {
      const found = pattern.exec(prose)?.[0];
      return found === undefined ? [] : [`"${found}" in "${prose.slice(0, 60)}"; write ${instead}`];
    }),
  );
}

/** Strings of code that analysts, testers, callers and operators read: what describes something, and errors. */
const READ_STRINGS =
  /\b(?:(?:purpose|description|title):\s*|\bnew \w*Error\(\s*)(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`([^`]*)`)/g;

/**
 * The comments of code and the strings that people read, the paragraphs of documents without their code, the contract's
 * prose, and each line of a deployment's files, each on one line.
 */
function proseOf(file: string, content: string): readonly string[] {
  if (/^openapi\/.*\.yaml$/.test(file)) {
    const paragraphs = content.matchAll(/^( *)(?:summary|description): \|\n((?:\1 +[^\n]*\n|\n)+)/gm);
    const sentences = content.matchAll(
      /\b(?:summary|description): (?!\|)([^\n]*?)(?=, (?:schema|example|enum|type): |\n)/g,
    );
    return [...[...paragraphs].map(([, , text = '']) => text), ...[...sentences].map(([, text = '']) => text)].map(
      (text) => onOneLine(text.replaceAll(/`[^`]*`/g, '`')),
    );
  }
  if (file.endsWith('.md'))
    return content
      .replaceAll(/^(`{3,})[^]*?^\1/gm, '')
      .replaceAll(/`[^`\n]*`/g, '`')
      .split(/\n(?:\s*\n|(?=\s*[-|]))/)
      .map(onOneLine);
  if (file.startsWith('deploy/')) return content.split('\n').map(onOneLine);
  if (!/\.(ts|tsx|mjs|css)$/.test(file)) return [];
  const comments = content.match(/\/\*[^]*?\*\/|(?:^|(?<=[\s;{}(),]))\/\/[^\n]*(?:\n\s*\/\/[^\n]*)*/g) ?? [];
  const strings = [...content.matchAll(READ_STRINGS)].map(([, one, two, template]) => one ?? two ?? template ?? '');
  return [...comments, ...strings].map((text) => onOneLine(text.replaceAll(/`[^`]*`/g, '`')));
}

function onOneLine(text: string): string {
  return text.replaceAll(/\n\s*(?:\*(?!\/)|\/\/)?\s*/g, ' ').trim();
}

/** The wordings that a text has, each with what to write instead. */
export function wordingsIn(content: string): string[] {
  return content.split('\n').flatMap((line, index) =>
    WORDINGS.flatMap(({ pattern, instead }) => {
      const found = pattern.exec(line)?.[0];
      return found === undefined ? [] : [`line ${index + 1}: "${found}"; write ${instead}`];
    }),
  );
}
