import { describe, expect, it } from 'vitest';
import {
  documentedAnswers,
  example,
  flows,
  keptBy,
  portsOf,
  type DocumentedAnswer,
  type Flow,
  type Kept,
} from './documented-answers.ts';
import { askedAfter, kept, otherAnswers, type Change } from './kept-by-ports.ts';

/**
 * What each port keeps beside its outcome, in the browser, the other tabs and the run: for every documented answer,
 * exactly what is written.
 */

const calls = flows.flatMap((flow) => portsOf(flow).map((port) => ({ flow, port })));

/** Whoever is signed in: what a port says of the account must show on one of them. */
const members = [
  { email: 'old@perch.example', emailVerified: false, twoFactorEnabled: false },
  { email: 'old@perch.example', emailVerified: true, twoFactorEnabled: true },
] as const;

/** Every documented answer, and those of which the description has no example. */
function answersTo(flow: Flow, port: string): readonly DocumentedAnswer[] {
  const outcomes =
    port !== 'getRequestOutcome'
      ? []
      : [
          { label: '200 unknown', body: { state: 'unknown' } },
          { label: '200 running', body: { state: 'running' } },
          ...(askedAfter[flow] ?? []).flatMap((operationId) => [
            {
              label: `200 done ${operationId}`,
              body: { state: 'done', operationId, status: 200, answer: example(operationId) },
            },
            {
              label: `200 done ${operationId}, forgotten`,
              body: { state: 'done', operationId, status: 200, answer: null },
            },
          ]),
        ];
  const others = [...outcomes, ...(otherAnswers[port] ?? [])].map((answer) => ({ ...answer, status: 200 }));
  // The example of an outcome is that of one flow's act.
  return [...documentedAnswers(port).filter(({ status }) => port !== 'getRequestOutcome' || status !== 200), ...others];
}

/** The line of the longest beginning of the label. */
function changeOf(lines: Readonly<Record<string, Change>>, label: string): Change {
  const [longest] = Object.keys(lines)
    .filter((key) => label.startsWith(key))
    .sort((a, b) => b.length - a.length);
  return longest === undefined ? {} : (lines[longest] ?? {});
}

function after(
  before: Kept,
  { stored = {}, member, told = [], read = before.read, mailed = {}, secrets = {} }: Change,
): Kept {
  const present = before.stored['tab userInfo'];
  const withMember =
    member === undefined || present === undefined
      ? before.stored
      : { ...before.stored, 'tab userInfo': JSON.stringify({ ...(JSON.parse(present) as object), ...member }) };
  const entries = Object.entries({ ...withMember, ...stored }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  const { run } = before;
  return {
    stored: Object.fromEntries(entries),
    told: [...before.told, ...told],
    read,
    run: { mailed: { ...run.mailed, ...mailed }, secrets: { ...run.secrets, ...secrets } },
  };
}

/** What is kept of each answer, as it is and as `lines` say, by the answer and the member. */
async function compared(
  flow: Flow,
  port: string,
  lines: Readonly<Record<string, Change>>,
  answers = answersTo(flow, port),
): Promise<{ readonly is: object; readonly written: object }> {
  const each = await Promise.all(
    answers.flatMap((answer) =>
      members.map(async (member, place) => {
        const known = await keptBy(flow, port, answer, member);
        return {
          name: `${answer.label} (${place + 1})`,
          is: known.after,
          written: after(known.before, changeOf(lines, answer.label)),
        };
      }),
    ),
  );
  return {
    is: Object.fromEntries(each.map(({ name, is }) => [name, is])),
    written: Object.fromEntries(each.map(({ name, written }) => [name, written])),
  };
}

describe('what a port keeps', () => {
  it.each(calls)('in $flow, $port, is what is written', async ({ flow, port }) => {
    const { is, written } = await compared(flow, port, kept[flow]?.[port] ?? {});
    expect(is).toEqual(written);
  });

  it('beside what is written is found, and so is what it keeps no more', async () => {
    const answers = documentedAnswers('verifyEmailSelf').filter(({ status }) => status === 200);
    const silent = await compared('email-verification', 'verifyEmailSelf', {}, answers);
    expect(silent.is).not.toEqual(silent.written);
    const loud = await compared('withdrawal', 'getWithdrawalOptions', { 200: { member: { emailVerified: false } } });
    expect(loud.is).not.toEqual(loud.written);
  });
});

describe('the lists of what is kept', () => {
  it('name ports and answers that there are', () => {
    const known = new Set(calls.map(({ flow, port }) => `${flow} ${port}`));
    const unknown = Object.entries(kept).flatMap(([flow, ports]) =>
      Object.entries(ports).flatMap(([port, lines]) =>
        known.has(`${flow} ${port}`)
          ? Object.keys(lines).filter(
              (line) => !answersTo(flow as Flow, port).some(({ label }) => label.startsWith(line)),
            )
          : [`${flow} ${port}`],
      ),
    );
    expect(unknown).toEqual([]);
  });

  it('say of every flow that asks for an outcome what it asks about', () => {
    expect(Object.keys(askedAfter).toSorted()).toEqual(
      flows.filter((flow) => portsOf(flow).includes('getRequestOutcome')).toSorted(),
    );
    for (const [flow, acts] of Object.entries(askedAfter))
      expect(portsOf(flow as Flow)).toEqual(expect.arrayContaining([...acts]));
  });
});
