import { isFunctionDeclaration, createSourceFile, getJSDocCommentsAndTags, isJSDoc, ScriptTarget, type FunctionDeclaration, type SourceFile } from 'typescript';

/** A pure check of a flow, in words and as it is written. */
export interface RuleText {
  readonly name: string;
  /** What its docstring says; empty if it has none. */
  readonly says: string;
  readonly code: string;
}

/** The functions that a file of rules exports. */
export function rulesIn(content: string): readonly RuleText[] {
  const file = createSourceFile('rules.ts', content, ScriptTarget.ES2023, true);
  return file.statements.filter(isFunctionDeclaration).flatMap((declared) => (declared.name === undefined ? [] : [{ name: declared.name.text, says: docOf(declared), code: codeOf(declared, file) }]));
}

function docOf(declared: FunctionDeclaration): string {
  const comments = getJSDocCommentsAndTags(declared).filter(isJSDoc);
  return comments.map(({ comment }) => (typeof comment === 'string' ? comment : (comment ?? []).map(({ text }) => text).join(''))).join('\n').trim();
}

function codeOf(declared: FunctionDeclaration, file: SourceFile): string {
  return declared.getText(file);
}
