// A time, and how long ago or ahead it is, is never broken at the end of a line: whatever shows one hands it to
// WholeWords, or says here why it does not have to.
import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { CULTURES } from '#src/i18n/cultures.ts';
import { formatDateTime } from '#src/i18n/format.ts';
import { formatAhead, formatElapsed } from '#src/i18n/spans.ts';
import { wholeParts } from '#src/ui/whole-parts.ts';

/** What puts a moment or a span in words; `ahead` is what `useAhead` gives. */
const IN_WORDS = new Set(['formatDateTime', 'formatElapsed', 'formatAhead', 'ahead']);

/** Files in which some are not handed to it, and why that is right. */
const MAY_BREAK: Readonly<Record<string, string>> = {
  'src/flow/problem-alert.tsx: formatDateTime': 'whole by hand, as the sign-in page has no room for WholeWords',
  'src/pages/receipt/withdrawal-panel.tsx: formatAhead': 'two lines in a ring, which has no room for one',
};

/** Whether a part of a file is handed to WholeWords: by itself, or by the constant, the function or the prop it is. */
function isWhole(node: ts.Node, file: ts.SourceFile, seen: ReadonlySet<string> = new Set()): boolean {
  for (let at = node; at.parent !== undefined; at = at.parent) {
    const { parent } = at;
    if (ts.isJsxAttribute(parent)) {
      const tag = parent.parent.parent.tagName.getText(file);
      return tag === 'WholeWords' || (/^[A-Z]/.test(tag) && isUsedWhole(parent.name.getText(file), file, seen));
    }
    if (ts.isJsxElement(parent) || ts.isJsxFragment(parent)) return false;
    if (ts.isVariableDeclaration(parent)) return isUsedWhole(nameIn(parent.name), file, seen);
    if (ts.isFunctionDeclaration(parent)) return isUsedWhole(nameIn(parent.name), file, seen);
    // In a list of facts that is drawn elsewhere in the file.
    if (ts.isPropertyAssignment(parent) && isUsedWhole(nameIn(parent.name), file, seen)) return true;
  }
  return false;
}

const nameIn = (name: ts.Node | undefined) => (name !== undefined && ts.isIdentifier(name) ? name.text : '');

/** Whether every use of a name in JSX is whole, and there is one. */
function isUsedWhole(name: string, file: ts.SourceFile, seen: ReadonlySet<string>): boolean {
  if (name === '' || seen.has(name)) return false;
  const uses: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === name && isUse(node)) uses.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return uses.length > 0 && uses.every((use) => isWhole(use, file, new Set([...seen, name])));
}

/** Whether an identifier reads a value: it is no declaration, type, key, property's name, or side of a comparison. */
function isUse(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isBinaryExpression(parent)) return !/[=!]==/.test(parent.operatorToken.getText());
  if (ts.isJsxExpression(parent) && ts.isJsxAttribute(parent.parent)) return parent.parent.name.getText() !== 'key';
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  return !('name' in parent && parent.name === node);
}

/** The calls of a file whose words a line could break. */
function breakable(name: string, text: string): readonly string[] {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isCallExpression(node) &&
      ts.isIdentifier(node.expression) &&
      IN_WORDS.has(node.expression.text) &&
      !isWhole(node, file)
    )
      found.push(`${name}: ${node.expression.text}`);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

describe('a moment', () => {
  it('is whole wherever it is shown', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.tsx'))
      .map((name) => `src/${name}`);
    const found = files.flatMap((name) => breakable(name, readFileSync(name, 'utf8')));
    expect(found.toSorted()).toEqual(Object.keys(MAY_BREAK));
  });

  it.each([
    '<p>{formatDateTime(at)}</p>',
    "<Notice title={t('held', { moment: formatDateTime(at) })} />",
    '<time dateTime={at}>{formatElapsed(at, now(), culture)}</time>',
    "function Hold() { const ahead = useAhead(); return <p>{t('until', ahead(at))}</p>; }",
    'function Due() { const moment = formatDateTime(at); return <p>{moment}</p>; }',
    'function Due() { const moment = formatDateTime(at); return <><WholeWords text={moment} /><p>{moment}</p></>; }',
  ])('would be found in %s', (text) => {
    expect(breakable('x.tsx', text)).toHaveLength(1);
  });

  it.each([
    "<WholeWords text={t('held', { moment: formatDateTime(at) })} />",
    'function Due() { const moment = formatDateTime(at); return <p><WholeWords text={moment} /></p>; }',
    'function Step({ told }) { return <WholeWords text={told} />; } <Step told={formatElapsed(at, now, culture)} />',
  ])('is whole in %s', (text) => {
    expect(breakable('x.tsx', text)).toEqual([]);
  });
});

describe('the words of a time', () => {
  const NOW = Date.parse('2026-11-28T19:12:22Z');
  const SECONDS = [
    0,
    1,
    2,
    59,
    120,
    3_600,
    7_200,
    86_400 * 3,
    86_400 * 59,
    86_400 * 90,
    86_400 * 365 * 2,
    86_400 * 4_000,
  ];

  it.each(CULTURES)('are read as one in %s, and brackets stay apart', (culture) => {
    for (const seconds of SECONDS)
      for (const words of [
        formatElapsed(new Date(NOW - seconds * 1_000), NOW, culture),
        formatAhead(new Date(NOW + seconds * 1_000), NOW, culture),
      ]) {
        // A single word has nowhere to break.
        if (/^\p{L}{1,3}$/u.test(words)) continue;
        const moment = formatDateTime(new Date(NOW));
        expect(wholeParts(words), words).toEqual(['', words, '']);
        expect(wholeParts(`${moment} (${words}).`)).toEqual(['', moment, ' (', words, ').']);
        expect(wholeParts(`${moment}（${words}）。`)).toEqual(['', moment, '（', words, '）。']);
        expect(wholeParts(`${words} · ${moment}`)).toEqual(['', `${words} ·`, ' ', moment, '']);
      }
  });
});
