import { describe, expect, it } from 'vitest';
import { documentedAnswers, flows, outcomeOf, portsOf, type DocumentedAnswer } from './documented-answers.ts';
import { meaningsOf, meaningWithoutLine, written } from './meanings.ts';

/**
 * The outcome of every documented response of every call, for the flow that made it: no response in the API description
 * is left to chance.
 */

const calls = flows.flatMap((flow) => portsOf(flow).map((port) => ({ flow, port })));

/**
 * The outcomes that a port produces, where they differ from what is listed, including responses that are not listed.
 */
async function differences(
  flow: string,
  port: string,
  answers: readonly DocumentedAnswer[],
): Promise<readonly string[]> {
  const expected = meaningsOf(flow, port);
  const lines = await Promise.all(
    answers.map(async (answer) => {
      const wanted = expected[answer.label];
      if (wanted === undefined) return [`${answer.label}: in no list`];
      const { kind: meaning } = await outcomeOf(flow, port, answer);
      return meaning === wanted ? [] : [`${answer.label}: ${meaning} in place of ${wanted}`];
    }),
  );
  return lines.flat();
}

describe('a documented answer', () => {
  it.each(calls)('has the listed outcome in $flow, $port', async ({ flow, port }) => {
    expect(await differences(flow, port, documentedAnswers(port))).toEqual([]);
  });

  it('without a line is found', async () => {
    const planted = { status: 409, label: '409 rate_moved', body: { code: 'rate_moved', errors: [] } };
    expect(await differences('withdrawal', 'createWithdrawal', [planted])).toEqual(['409 rate_moved: in no list']);
  });

  it('that a port mistakes for another is found', async () => {
    const planted = { status: 400, label: '409 draft_expired', body: { code: 'code_incorrect', errors: [] } };
    expect(await differences('confirmation', 'confirmDraft', [planted])).toEqual([
      '409 draft_expired: wrongCode in place of expired',
    ]);
  });
});

describe('the lists', () => {
  it('name no call that no flow makes, and no answer that the description does not know', () => {
    const made = new Set(calls.map(({ flow, port }) => `${flow} ${port}`));
    expect(written.filter(({ flow, port }) => !made.has(`${flow} ${port}`))).toEqual([]);
    const unknown = written.filter(
      ({ port, label }) => !documentedAnswers(port).some((answer) => answer.label === label),
    );
    expect(unknown).toEqual([]);
  });

  it('repeat nothing that holds in general or that a case says', () => {
    expect(written.filter((line) => meaningWithoutLine(line) === line.meaning)).toEqual([]);
  });

  // After a lost response the flow has asked and was told that nothing was done; the first call may still arrive.
  it('do not treat a key of an earlier call as a refusal wherever the flow can ask for its outcome', () => {
    const asking = flows.filter((flow) => portsOf(flow).includes('getRequestOutcome'));
    const definite = calls.filter(
      ({ flow, port }) =>
        asking.includes(flow) &&
        Object.entries(meaningsOf(flow, port)).some(
          ([label, meaning]) => label.startsWith('422') && meaning === 'refused',
        ),
    );
    expect(definite.map(({ flow, port }) => `${flow} ${port}`)).toEqual([
      // It makes nothing easier, and says by itself whether there was anything to keep.
      'allow-list keepAllowList',
      // These change nothing: a mail is sent, or a code is checked.
      'email-verification sendEmailVerificationCodeSelf',
      // A challenge that nobody answers adds nothing, and a name can be given again.
      'passkeys sendPasskeyCode',
      'passkeys beginPasskey',
      'passkeys renamePasskey',
      'password-recovery sendResetPasswordCodeByEmail',
      'password-recovery validateEmailAndUserName',
      'two-factor sendTwoFactorCode',
    ]);
  });
});
