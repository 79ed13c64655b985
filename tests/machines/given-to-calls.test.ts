import { describe, expect, it } from 'vitest';
import { flows, graphOf, pathsOf } from '#walk/paths/flows.ts';
import { expected } from './expected-of-calls.ts';
import { callsOn, Said, saidAt, type GivenCall } from './given-to-calls.ts';

/**
 * On every path of every flow each call is given what was typed, shown or answered last. The samples of the case tables
 * answer whatever is asked for, and many of them say the same; here no two steps do.
 */

const made = new Set<string>();

/** The row of a call: its own, or that of its state. */
function rowOf(flow: string, { state, call }: GivenCall): string {
  const [whole, ofState] = [`${flow} ${call}`, `${flow} ${state} ${call}`];
  const row = ofState in expected ? ofState : whole;
  made.add(row);
  return row;
}

describe('what a chart gives to its calls', () => {
  it.each(flows)('$machine.id', (cases) => {
    const graph = graphOf(cases);
    const given = pathsOf(cases).flatMap((path) => callsOn(graph, path));
    const wrong = given.flatMap((each) => {
      const row = rowOf(cases.machine.id, each);
      const [wanted, got] = [expected[row]?.(each.said), each.input].map((value) => JSON.stringify(sorted(value)));
      if (!(row in expected)) return [`${row} has no row: it is given ${got}.`];
      return wanted === got ? [] : [`${row} (${each.place}) is given ${got}, wanted ${wanted}`];
    });
    expect([...new Set(wrong)].slice(0, 10)).toEqual([]);
    expect(given).not.toEqual([]);
  });

  it('every row is about a call that is made', () => {
    expect(Object.keys(expected).filter((row) => !made.has(row))).toEqual([]);
  });
});

/** The same with its entries in the order of their names. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, part]) => [name, sorted(part)] as const);
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

it('no two steps say the same', () => {
  const sample = { typed: { asset: 'USDT', amount: '400' }, key: 'key', seat: { seatNo: 2 }, option: 'full' };
  expect(saidAt(sample, 3)).toEqual({
    typed: { asset: 'USDT·3', amount: '400.0003' },
    key: 'key·3',
    seat: { seatNo: 3002 },
    option: 'full',
  });
});

it('the newest of several sources counts, and an empty one of a checkpoint does not', () => {
  const { latest } = new Said([
    ['input', { key: 'first' }],
    ['resume', { typed: null, key: 'stored' }],
    ['SUBMIT_FORM', { typed: 'typed' }],
    ['createDeposit', { key: 'answered' }],
  ]);
  expect(latest('SUBMIT_FORM.typed', 'resume.typed')).toBe('typed');
  expect(latest('resume.typed')).toBeUndefined();
  expect([latest('*.key', 'resume.key'), latest('resume.key'), latest('input.key')]).toEqual([
    'answered',
    'stored',
    'first',
  ]);
});
