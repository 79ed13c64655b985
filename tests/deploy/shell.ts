/** The commands of a document's blocks for a shell: whether one that fails keeps the next ones from running. */

/** The blocks of a page that are for a shell. */
export function shellBlocks(page: string): string[] {
  return [...page.matchAll(/^( *)```sh\n([^]*?)^\1```$/gm)].map(([, , block = '']) => block);
}

const OPENS = /^([{(]|for|until|while|if|case)$/;
const CLOSES = /^([})]|done|fi|esac)$/;

interface Token {
  readonly text: string;
  /** A whole word that is not quoted, or a sign. */
  readonly isBare: boolean;
}

/** Words and signs, without comments, quotes and the lines that a command is given (`<<`). */
function tokensOf(block: string): Token[] {
  const text = block.replaceAll(/\\\n/g, ' ').replaceAll(/(<<-?'?(\w+)'?.*\n)[^]*?^\2\n/gm, '$1');
  const form =
    /(?<quoted>(?:[^\s'"();&|#\\]|\\.)*(?:'[^']*'|"(?:\\.|[^"\\])*"|\$\([^()]*\))(?:[^\s'"();&|\\]|\\.)*)|(?<sign>&&|\|\||[|;&()\n])|#.*|(?<word>(?:>&|[^\s'"();&|\\]|\\.)+)/gm;
  return [...text.matchAll(form)].flatMap(({ groups: { quoted, sign, word } = {} }) => {
    const found = quoted ?? sign ?? word;
    return found === undefined ? [] : [{ text: found, isBare: quoted === undefined }];
  });
}

interface Statement {
  readonly tokens: Token[];
  /** What groups in it consist of: subshells, braces, bodies of functions. */
  readonly groups: Token[][];
}

/** What a shell runs one after the other whether or not the one before has failed. */
function statementsOf(tokens: readonly Token[]): Statement[] {
  const statements: Statement[] = [];
  let open: Statement | null = null;
  let closing: string[] = [];
  for (const token of tokens) {
    const { text, isBare } = token;
    const last = open?.tokens.at(-1)?.text ?? '';
    if (closing.length === 0 && isBare && (/^[;&]$/.test(text) || (text === '\n' && !/^(&&|\|\|?)$/.test(last)))) {
      open = null;
      continue;
    }
    if (text === '\n' && closing.length === 0) continue;
    if (open === null) statements.push((open = { tokens: [], groups: [] }));
    if (isBare && CLOSES.test(text)) closing = closing.slice(1);
    if (closing.length > 0 && /[{(]/.test(closing.at(-1) ?? '')) open.groups.at(-1)?.push(token);
    if (isBare && OPENS.test(text)) {
      if (closing.length === 0 && /[{(]/.test(text)) open.groups.push([]);
      closing = [text, ...closing];
    }
    open.tokens.push(token);
  }
  return statements;
}

/** Whether commands follow one that may have failed: neither joined by `&&`, nor all of them in a `(set -e …)`. */
export function goesOnAfterFailure(block: string): boolean {
  const goesOn = (tokens: readonly Token[]): boolean => {
    const statements = statementsOf(tokens);
    return statements.length > 1 || statements.some(({ groups }) => groups.some(goesOn));
  };
  // With anything behind it, the shell itself would leave `set -e` out of account.
  if (/^\(\s*set -eu?\b[^]*\)\s*$/.test(block) && statementsOf(tokensOf(block)).length === 1) return false;
  return goesOn(tokensOf(block));
}
