import { describe, expect, it } from 'vitest';
import { purchaseCases } from '#machines/purchase/purchase.cases.ts';
import { transferCases } from '#machines/transfer/transfer.cases.ts';
import { withdrawalCases } from '#machines/withdrawal/withdrawal.cases.ts';
import { getPurchaseOptions } from '#src/flows/purchase/purchase.ports.ts';
import { getTransferOptions } from '#src/flows/transfer/transfer.ports.ts';
import { getWithdrawalOptions } from '#src/flows/withdrawal/withdrawal.ports.ts';
import type { Services } from '#src/services/services.ts';
import { apiOf } from './api-of.ts';

/**
 * Two simultaneous reasons why money may not leave: it is held (decision 0027), and the member has nothing to confirm
 * with. The hold is shown first: a member who binds an app because they were told to would find that money still can't
 * leave.
 */

const HELD_UNTIL = '2026-11-22T04:00:00Z';

const flows = [
  ['purchase', getPurchaseOptions, purchaseCases.outcomes.getPurchaseOptions.loaded],
  ['transfer', getTransferOptions, transferCases.outcomes.getTransferOptions.loaded],
  ['withdrawal', getWithdrawalOptions, withdrawalCases.outcomes.getWithdrawalOptions.loaded],
] as const;

function servicesThatAnswer(body: object): Services {
  return { api: apiOf(() => Promise.resolve(Response.json(body))) } as unknown as Services;
}

describe.each(flows)('the options of %s', (_, ask, { reply }) => {
  it.each([
    ['nothing is held', null, 'totp', 'loaded'],
    ['nothing is held, and there is nothing to confirm with', null, null, 'unconfirmable'],
    ['money is held', HELD_UNTIL, 'totp', 'onHold'],
    ['money is held, and there is nothing to confirm with', HELD_UNTIL, null, 'onHold'],
  ] as const)('if %s', async (_situation, heldUntil, secondFactor, kind) => {
    const answer = { ...(reply?.body as object), heldUntil, secondFactor };
    expect(await ask(servicesThatAnswer(answer), new AbortController().signal)).toMatchObject({ kind });
  });
});
