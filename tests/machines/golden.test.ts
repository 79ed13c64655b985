import { describe, expect, it } from 'vitest';
import { versionOf } from '#machines/graph/compare.ts';
import { goldenLine, goldenOf, goldenSteps, type GoldenRow } from '#machines/graph/document.ts';
import { committedDocument, freshDocument } from '#walk/documents/documents.ts';
import { flowOf, flows, graphOf } from '#walk/paths/flows.ts';

/** The golden table says once what several answers of a call have in common, and loses nothing by it. */

const lines = (rows: readonly GoldenRow[]) => goldenSteps(rows).map(goldenLine);

describe.each(flows.map(({ machine }) => machine.id))('the golden table of %s', (flow) => {
  const { golden } = freshDocument(flowOf(flow));

  it('stands for every step of the chart, each once', () => {
    expect(lines(golden).toSorted()).toEqual(
      goldenOf(graphOf(flowOf(flow)))
        .map(goldenLine)
        .toSorted(),
    );
  });

  it('has one row for all answers that go the same way', () => {
    const said = golden.map(({ in: from, step, fired, to }) => {
      const [, call = step, answer = ''] = /^([✓✗] .+) \[(.+)\]$/.exec(step) ?? [];
      return goldenLine({ in: from, step: call, fired: fired.map((id) => id.replace(`[${answer}]`, '[*]')), to });
    });
    expect(said.filter((line, place) => said.indexOf(line) !== place)).toEqual([]);
    expect(golden.filter(({ answers }) => answers?.length === 1)).toEqual([]);
  });

  it('is read as well where it has a row for each answer, as it had before', () => {
    const document = committedDocument(flow);
    expect(versionOf({ ...document, golden: goldenSteps(document.golden) })).toEqual(versionOf(document));
  });
});

describe('a row for several answers', () => {
  const row: GoldenRow = {
    in: 'asking',
    step: '✓ getUserInfo',
    answers: ['failed', 'throttled'],
    fired: ['asking · ✓ getUserInfo [*] → unavailable', 'unavailable · always [isOld] → asking'],
    to: 'asking',
  };

  it('stands for a step of each, with the transition that its own guard lets through', () => {
    expect(lines([row])).toEqual([
      'asking | ✓ getUserInfo [failed] | asking · ✓ getUserInfo [failed] → unavailable ; unavailable · always [isOld] → asking | asking',
      'asking | ✓ getUserInfo [throttled] | asking · ✓ getUserInfo [throttled] → unavailable ; unavailable · always [isOld] → asking | asking',
    ]);
  });

  it('says something else where one of its answers is missing', () => {
    expect(lines([{ ...row, answers: ['failed'] }])).not.toEqual(lines([row]));
  });
});
