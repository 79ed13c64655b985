import { describe, expect, it } from 'vitest';
import {
  documentedAnswers,
  example,
  flows,
  keptBy,
  portsOf,
  type DocumentedAnswer,
  type Kept,
} from './documented-answers.ts';
import { askedAfter, kept, otherAnswers, type Change } from './kept-by-ports.ts';

/**
 * What each port stores besides its outcome, in the browser, the other tabs and the run: for every documented response,
 * exactly what is listed.
 */

const calls = flows.flatMap((flow) => portsOf(flow).map((port) => ({ flow, port })));

/** Signed-in members: what a port says about the account must be visible for one of them. */
const members = [
  { email: 'old@perch.example', emailVerified: false, twoFactorEnabled: false },
  { email: 'old@perch.example', emailVerified: true, twoFactorEnabled: true },
] as const;

/** Every documented response, and those without an example in the description. */
function answersTo(flow: string, port: string): readonly DocumentedAnswer[] {
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
  // The example of an outcome belongs to one flow's act.
  return [...documentedAnswers(port).filter(({ status }) => port !== 'getRequestOutcome' || status !== 200), ...others];
}

/** The line with the longest matching prefix of the label. */
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

/** What is stored after each response, actually and according to `lines`, by response and member. */
async function compared(
  flow: string,
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

describe('what a port stores', () => {
  it.each(calls)('in $flow, $port, is what is listed', async ({ flow, port }) => {
    const { is, written } = await compared(flow, port, kept[flow]?.[port] ?? {});
    expect(is).toEqual(written);
  });

  it('besides what is listed is found, and so is what it no longer stores', async () => {
    const answers = documentedAnswers('verifyEmailSelf').filter(({ status }) => status === 200);
    const silent = await compared('email-verification', 'verifyEmailSelf', {}, answers);
    expect(silent.is).not.toEqual(silent.written);
    const loud = await compared('withdrawal', 'getWithdrawalOptions', { 200: { member: { emailVerified: false } } });
    expect(loud.is).not.toEqual(loud.written);
  });
});

describe('the lists of what is stored', () => {
  it('name only existing ports and responses', () => {
    const known = new Set(calls.map(({ flow, port }) => `${flow} ${port}`));
    const unknown = Object.entries(kept).flatMap(([flow, ports]) =>
      Object.entries(ports).flatMap(([port, lines]) =>
        known.has(`${flow} ${port}`)
          ? Object.keys(lines).filter((line) => !answersTo(flow, port).some(({ label }) => label.startsWith(line)))
          : [`${flow} ${port}`],
      ),
    );
    expect(unknown).toEqual([]);
  });

  it('say for every flow that asks for an outcome which call it asks about', () => {
    expect(Object.keys(askedAfter).toSorted()).toEqual(
      flows.filter((flow) => portsOf(flow).includes('getRequestOutcome')).toSorted(),
    );
    for (const [flow, acts] of Object.entries(askedAfter))
      expect(portsOf(flow)).toEqual(expect.arrayContaining([...acts]));
  });
});
