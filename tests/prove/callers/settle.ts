// Once everything works again, every caller repeats their calls under the same keys: what was acknowledged is
// answered the same, and what was lost has one effect.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '#tests/api/support/call.ts';
import { isUnavailable, Lost, sendOnce, type Sent, type Where } from './calls.ts';

export interface Settling {
  readonly where: Where;
  /** Lets the time pass for which a call that was cut off keeps its key; null to wait for it. */
  readonly freeKeys: (() => Promise<void>) | null;
  readonly count: (figure: string, by?: number) => void;
}

/** Longer than a key is kept by a call that was cut off. */
const LONGEST_MS = 120_000;
const PAUSE_MS = 100;
/** After that, the keys of calls that were cut off are freed. */
const FREE_AFTER_MS = 1_000;
/** Refusals of a call that is repeated and has had no effect: its draft has run out, or what it needs is gone. */
const TOO_LATE = new Set([
  ...['draft_expired', 'code_expired', 'code_incorrect', 'code_used_up', 'code_too_soon', 'too_many_mails'],
  ...['rate_moved', 'rate_stale', 'not_cancellable', 'stake_not_matured', 'too_many_open_deposits'],
  ...['insufficient_balance', 'second_factor_locked'],
]);

/**
 * Repeats calls; each lost one has an answer then. @throws AssertionError where an answer is another one than before
 */
export async function settle(calls: readonly Sent[], settling: Settling): Promise<void> {
  const { count } = settling;
  // Of one person one after the other, as they were sent: a draft makes the one before void.
  const byPerson = new Map<string, Sent[]>();
  for (const sent of calls) byPerson.set(sent.person.id, [...(byPerson.get(sent.person.id) ?? []), sent]);
  await Promise.all(
    [...byPerson.values()].map(async (own) => {
      for (const sent of own) await settleOne(sent, settling);
    }),
  );
  count('calls', calls.length);
}

async function settleOne(sent: Sent, settling: Settling): Promise<void> {
  const { answer } = sent;
  if (answer === null) return settleLost(sent, settling);
  if (answer.status !== 200) return settling.count('refused');
  const again = await answered(sent, settling);
  assert.deepEqual(identityOf(again), identityOf(answer), `${sent.operationId} under the same key`);
  assert.equal(again.headers['idempotency-replayed'], 'true', `${sent.operationId} ran again`);
  settling.count('acknowledged, and answered the same again');
}

async function settleLost(sent: Sent, settling: Settling): Promise<void> {
  const [first, second] = (await Promise.all([answered(sent, settling), answered(sent, settling)])) as [Answer, Answer];
  if (first.status === 200 || second.status === 200)
    assert.deepEqual(identityOf(first), identityOf(second), `${sent.operationId}, lost and repeated twice`);
  for (const { status, body } of [first, second])
    assert.ok(status === 200 || TOO_LATE.has(body.code), `${sent.operationId}: ${JSON.stringify(body)}`);
  sent.answer = first;
  settling.count(first.status === 200 ? 'lost, and one effect when repeated twice' : 'lost, and no effect');
}

/** What stays the same of an answer, however late it is repeated: whose it is and its outcome. */
function identityOf({ status, body }: Answer): object {
  const { id, state, receiptId, reference, code } = body ?? {};
  return { status, id, receiptId, reference, code, ...(state === 'executed' ? { state } : {}) };
}

/** The answer of the server to a call, which is repeated until there is one. */
async function answered(sent: Sent, { where, freeKeys }: Settling): Promise<Answer> {
  const begin = Date.now();
  for (;;) {
    const answer = await sendOnce(where, sent).catch((error: unknown) => {
      if (error instanceof Lost) return null;
      throw error;
    });
    const isOver =
      answer !== null && !isUnavailable(sent.operationId, answer) && answer.body?.code !== 'request_running';
    if (isOver && answer !== null) return answer;
    const waited = Date.now() - begin;
    if (waited > LONGEST_MS)
      throw new Error(`${sent.operationId} has no answer after ${waited / 1000} s: ${JSON.stringify(answer?.body)}`);
    if (freeKeys !== null && answer?.body?.code === 'request_running' && waited > FREE_AFTER_MS) await freeKeys();
    await sleep(PAUSE_MS);
  }
}
