import { describe, expect, it } from 'vitest';
import {
  documentedAnswers,
  flows,
  meaningOf,
  portsOf,
  type DocumentedAnswer,
  type Flow,
} from './documented-answers.ts';
import { inGeneral, meanings } from './meanings.ts';

/**
 * What every documented answer of every call means to the flow that made it: no answer of the description is left to
 * chance.
 */

const calls = flows.flatMap((flow) => portsOf(flow).map((port) => ({ flow, port })));

/**
 * What a port makes of answers, where it differs from what is written; an answer of which nothing is written is named
 * too.
 */
async function differences(flow: Flow, port: string, answers: readonly DocumentedAnswer[]): Promise<readonly string[]> {
  const expected = { ...inGeneral, ...meanings[flow][port] };
  const lines = await Promise.all(
    answers.map(async (answer) => {
      const wanted = expected[answer.label];
      if (wanted === undefined) return [`${answer.label}: in no list`];
      const meaning = await meaningOf(flow, port, answer);
      return meaning === wanted ? [] : [`${answer.label}: ${meaning} in place of ${wanted}`];
    }),
  );
  return lines.flat();
}

describe('a documented answer', () => {
  it.each(calls)('means to $flow, $port, what is written', async ({ flow, port }) => {
    expect(await differences(flow, port, documentedAnswers(port))).toEqual([]);
  });

  it('of which nothing is written is found', async () => {
    const planted = { status: 409, label: '409 rate_moved', body: { code: 'rate_moved', errors: [] } };
    expect(await differences('withdrawal', 'createWithdrawal', [planted])).toEqual(['409 rate_moved: in no list']);
  });

  it('that a port mistakes is found', async () => {
    const planted = { status: 400, label: '409 draft_expired', body: { code: 'code_incorrect', errors: [] } };
    expect(await differences('confirmation', 'confirmDraft', [planted])).toEqual([
      '409 draft_expired: wrongCode in place of expired',
    ]);
  });
});

describe('the lists', () => {
  const written = calls.flatMap(({ flow, port }) =>
    Object.entries(meanings[flow][port] ?? {}).map(([label, meaning]) => ({ flow, port, label, meaning })),
  );

  it('name no answer that the description does not know', () => {
    const unknown = written.filter(
      ({ port, label }) => !documentedAnswers(port).some((answer) => answer.label === label),
    );
    expect(unknown).toEqual([]);
    const ports = new Set(calls.map(({ flow, port }) => `${flow} ${port}`));
    expect(
      flows.flatMap((flow) => Object.keys(meanings[flow]).filter((port) => !ports.has(`${flow} ${port}`))),
    ).toEqual([]);
  });

  it('repeat nothing that holds in general', () => {
    expect(written.filter(({ label, meaning }) => inGeneral[label] === meaning)).toEqual([]);
  });

  // After a lost answer the flow has asked and was told that nothing came of it; the first call may arrive all the
  // same.
  it('take a key that is used for an earlier call wherever the flow can ask what became of it', () => {
    const asking = flows.filter((flow) => portsOf(flow).includes('getRequestOutcome'));
    const definite = written.filter(
      ({ flow, label, meaning }) => asking.includes(flow) && label.startsWith('422') && meaning === 'refused',
    );
    expect(definite.map(({ flow, port }) => `${flow} ${port}`)).toEqual([
      // These change nothing: a mail is sent, or a code is looked at.
      'email-verification sendEmailVerificationCodeSelf',
      'password-recovery sendResetPasswordCodeByEmail',
      'password-recovery validateEmailAndUserName',
      'two-factor sendTwoFactorCode',
    ]);
  });
});
