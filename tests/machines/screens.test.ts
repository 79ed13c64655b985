// A chart lists its screens once, as the type of its meta: the list must match the screens of its states. The compiler
// checks that a state's screen is listed; it can't check that a listed screen has a state.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import type { StepMeta } from '#machines/chart/meta.ts';
import { statesOf } from '#machines/graph/internals.ts';
import { flows } from '#walk/paths/flows.ts';

const machines = join(import.meta.dirname, '../../machines');

/** The members of the union that `StepMeta` is given in a source text. */
function listedIn(source: string): readonly string[] {
  const listed: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeReferenceNode(node) && node.typeName.getText() === 'StepMeta')
      listed.push(...(node.typeArguments ?? []).flatMap(literalsOf));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('chart.ts', source, ts.ScriptTarget.Latest, true));
  return listed;
}

function literalsOf(type: ts.TypeNode): readonly string[] {
  if (ts.isUnionTypeNode(type)) return type.types.flatMap(literalsOf);
  return ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal) ? [type.literal.text] : [];
}

it('reads the list from a chart', () => {
  expect(listedIn("setup({ types: { meta: {} as StepMeta<| 'form' | 'lost'> } })")).toEqual(['form', 'lost']);
  expect(listedIn("setup({ types: { meta: {} as StepMeta<'form'> } })")).toEqual(['form']);
});

describe.each(flows)('$machine.id', ({ machine }) => {
  it('lists exactly the screens of its states', () => {
    const folder = join(machines, machine.id);
    const listed = readdirSync(folder).flatMap((file) => listedIn(readFileSync(join(folder, file), 'utf8')));
    const shown = statesOf(machine).flatMap((state) => (state.meta as StepMeta | undefined)?.screen ?? []);
    expect(listed.toSorted()).toEqual([...new Set(shown)].toSorted());
  });
});
