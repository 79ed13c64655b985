import { describe, expect, it } from 'vitest';
import { flows as charts, graphOf } from '#walk/paths/flows.ts';
import { flows, portsOf, sentBy } from './documented-answers.ts';
import { requests, type Row } from './requests-of-ports.ts';

/**
 * What each port sends of what it is given: the operation, what is in the path, the query and the body. What it is
 * given is checked on the paths of its chart (tests/machines/given-to-calls.test.ts).
 */

/** The part of a flow that is a chart of its own, and has its ports in the flow's. */
const PORTS_ELSEWHERE: Readonly<Record<string, string>> = { challenge: 'sign-in' };

/** What a row describes: `account.email code=null` is `{ account: { email: 'account.email' }, code: null }`. */
function givenIn(names: string): object {
  const given: Record<string, unknown> = {};
  for (const word of names.split(' ').filter(Boolean)) {
    const [name = '', value] = word.split('=');
    const way = name.split('.');
    let at = given;
    for (const part of way.slice(0, -1)) at = (at[part] ??= {}) as Record<string, unknown>;
    at[way.at(-1) ?? ''] = value === undefined ? name : JSON.parse(value);
  }
  return given;
}

/** The names of what is given, as a row has them, in alphabetical order. */
function namesIn(given: unknown, at = ''): readonly string[] {
  if (given === undefined) return [];
  if (typeof given !== 'object' || given === null) return [given === null ? `${at}=null` : at];
  return Object.entries(given)
    .flatMap(([name, part]) => namesIn(part, at === '' ? name : `${at}.${name}`))
    .toSorted();
}

const asText = (names: readonly string[]) => names.join(' ');

describe('what a port sends of what it is given', () => {
  it.each(requests.map((row) => ({ row, name: `${row[0]} with ${row[1]}` })))('$name', async ({ row }) => {
    const [port, names, wanted, body = null] = row;
    const [flow = '', operation = ''] = port.split(' ');
    const sent = await sentBy(flow, operation, ['lost'], givenIn(names));
    expect(sent.map((call) => [`${call.method} ${call.target}`, call.body])).toEqual([[wanted, body]]);
  });

  it('every port has a row', () => {
    const ports = flows.flatMap((flow) => portsOf(flow).map((port) => `${flow} ${port}`));
    expect(ports.toSorted()).toEqual([...new Set(requests.map(([port]) => port))].toSorted());
  });

  it('the rows are about what the charts give, with nothing left out', () => {
    const described = new Set(requests.map(([port, names]: Row) => `${port}: ${asText(namesIn(givenIn(names)))}`));
    const ports = new Map(flows.map((flow) => [flow, portsOf(flow)]));
    const given = charts.flatMap((cases) => {
      const flow = PORTS_ELSEWHERE[cases.machine.id] ?? cases.machine.id;
      return graphOf(cases)
        .edges.flatMap((edge) => Object.entries(edge.given))
        .filter(([call]) => ports.get(flow)?.includes(call))
        .map(([call, input]) => `${flow} ${call}: ${asText(namesIn(input))}`);
    });
    expect([...new Set(given)].filter((each) => !described.has(each))).toEqual([]);
  });
});
