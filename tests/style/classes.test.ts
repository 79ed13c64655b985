// Each class of the pages has a rule. daisyUI's parts are in the sheet by name (src/styles/app.css): the class of one
// that isn't named there is a word without effect, and a bar of progress is drawn as the browser draws it.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { compile } from '@tailwindcss/node';
import { describe, expect, it } from 'vitest';

const STYLES = resolve('src/styles');
/** What marks a place for the rules of others, and what only scripts look for. */
const WITHOUT_RULES = [/^group(\/\w+)?$/, /^peer(\/\w+)?$/];
/** Parts of daisyUI without classes: the colors of the root and the roundness of corners. */
const NO_CLASSES = ['rootcolor', 'radius'];

/** A text of the source that may be classes, with where it is. */
interface Literal {
  readonly file: string;
  readonly words: readonly string[];
  /** In the attribute itself; elsewhere it is taken for classes if half of its words are. */
  readonly isAttribute: boolean;
}

const wordsOf = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');

/** The classes that a text of a template surely has: a word that touches a hole is not one yet. */
function wholeWords({ head, templateSpans }: ts.TemplateExpression): readonly string[] {
  const texts = [head.text, ...templateSpans.map(({ literal }) => literal.text)];
  return texts.flatMap((text, index) =>
    wordsOf(text.replace(index === 0 ? '' : /^\S+/, '').replace(index === texts.length - 1 ? '' : /\S+$/, '')),
  );
}

/** Compared with something, such as a state: no class. */
function isCompared({ parent }: ts.Node): boolean {
  return (
    (ts.isBinaryExpression(parent) && parent.operatorToken.kind !== ts.SyntaxKind.PlusToken) ||
    ts.isElementAccessExpression(parent) ||
    ts.isCallExpression(parent)
  );
}

function literalsOf(file: string, text: string): readonly Literal[] {
  const found: Literal[] = [];
  const look = (node: ts.Node, inAttribute: boolean): void => {
    const isAttribute =
      inAttribute || (ts.isJsxAttribute(node) && /^(class|className)$/.test(node.name.getText(source)));
    if (ts.isTemplateExpression(node)) found.push({ file, words: wholeWords(node), isAttribute });
    else if (ts.isStringLiteralLike(node))
      found.push({ file, words: wordsOf(node.text), isAttribute: isAttribute && !isCompared(node) });
    ts.forEachChild(node, (child) => look(child, isAttribute));
  };
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  look(source, false);
  return found.filter(({ words }) => words.length > 0 && words.every((word) => /^[a-z@[!*-]/.test(word)));
}

/** The words of texts that have no rule, each with its file. */
function unstyled(literals: readonly Literal[], styled: (word: string) => boolean): readonly string[] {
  const known = (word: string): boolean => styled(word) || WITHOUT_RULES.some((each) => each.test(word));
  return literals
    .filter(
      ({ words, isAttribute }) => isAttribute || (words.length > 1 && words.filter(known).length * 2 > words.length),
    )
    .flatMap(({ file, words }) => words.filter((word) => !known(word)).map((word) => `${file}: ${word}`));
}

const escaped = (word: string): string => word.replaceAll(/[^\w-]/g, (sign) => `\\${sign}`);

/** Tells which words are classes of the sheet. */
async function sheetOf(words: readonly string[], file: string): Promise<(word: string) => boolean> {
  const { build } = await compile(readFileSync(join(STYLES, file), 'utf8'), {
    base: STYLES,
    onDependency: () => undefined,
  });
  const css = build([...new Set(words)]);
  const classes = new Set(Array.from(css.matchAll(/\.((?:[\w-]|\\.)+)/g), ([, name]) => name ?? ''));
  return (word) => classes.has(escaped(word));
}

const LITERALS: readonly Literal[] = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .flatMap((file) => literalsOf(file.replaceAll('\\', '/'), readFileSync(join('src', file), 'utf8')));

describe('classes of the pages', async () => {
  const styled = await sheetOf(
    LITERALS.flatMap(({ words }) => words),
    'app.css',
  );

  it('have a rule each', () => expect([...new Set(unstyled(LITERALS, styled))]).toEqual([]));

  it('are told apart from other words', () => {
    const planted = literalsOf(
      'planted.tsx',
      `const kinds = { a: 'flex gap-2 tilted', b: 'An English sentence of the source' };
       <p className={kind === 'busy' ? 'slanted' : \`flex \${kind} text-\${size} leaning\`} role="alert" />`,
    );
    expect(unstyled(planted, styled)).toEqual(['planted.tsx: tilted', 'planted.tsx: slanted', 'planted.tsx: leaning']);
  });

  it("use each of daisyUI's parts that the sheet has", () => {
    const [, list = ''] = /include:([^;]*);/.exec(readFileSync(join(STYLES, 'app.css'), 'utf8')) ?? [];
    const used = new Set(
      LITERALS.filter(({ isAttribute, words }) => isAttribute || words.length > 1).flatMap(({ words }) => words),
    );
    const parts = list.split(',').map((part) => part.trim());
    const root = 'node_modules/daisyui/components';
    const isUsed = (part: string): boolean =>
      Array.from(readFileSync(join(root, `${part}.css`), 'utf8').matchAll(/\.([a-z][\w-]*)/g)).some(([, name]) =>
        used.has(name ?? ''),
      );
    expect(parts.filter((part) => !NO_CLASSES.includes(part) && !isUsed(part))).toEqual([]);
  });
});
