import { createSourceFile, getJSDocCommentsAndTags, isFunctionDeclaration, isJSDoc, ScriptTarget } from 'typescript';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '#atlas/build/root.ts';
import { rulesIn, type RuleText } from '#walk/documents/rule-texts.ts';

/** What the compiler's own parser finds. */
function parsed(content: string): readonly RuleText[] {
  const file = createSourceFile('rules.ts', content, ScriptTarget.ES2023, true);
  return file.statements.filter(isFunctionDeclaration).map((declared) => {
    const comments = getJSDocCommentsAndTags(declared)
      .filter(isJSDoc)
      .map(({ comment }) => (typeof comment === 'string' ? comment : (comment ?? []).map(({ text }) => text).join('')));
    return { name: declared.name?.text ?? '', says: comments.join('\n').trim(), code: declared.getText(file) };
  });
}

const files = readdirSync(join(ROOT, 'machines'))
  .map((flow) => join('machines', flow, `${flow}.rules.ts`))
  .filter((file) => existsSync(join(ROOT, file)));

describe('rules are read as the compiler reads them', () => {
  it('in every flow that has rules', () => expect(files.length).toBeGreaterThan(10));

  it.each(files)('%s', (file) => {
    const content = readFileSync(join(ROOT, file), 'utf8');
    expect(rulesIn(content)).toEqual(parsed(content));
  });

  it.each([
    ['a rule on one line', 'function bare() {}\nexport function isMuch(n: number): boolean { return n > 3; }\n'],
    [
      'a comment that belongs to something else',
      '/** Why three. */\nconst limit = 3;\n\nexport function isMuch(n: number): boolean {\n  return n > limit;\n}\n',
    ],
    [
      'parameters on lines of their own',
      '/**\n * Whether it is\n * too much (D-04).\n * @param n how much\n */\nexport function isMuch({\n  n,\n}: {\n  readonly n: number;\n}): boolean {\n  return n > 3;\n}\n',
    ],
    ['no rule at all', 'export const limit = 3;\n'],
  ])('%s', (_what, content) => {
    expect(rulesIn(content)).toEqual(parsed(content));
  });
});
