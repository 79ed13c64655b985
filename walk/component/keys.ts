// The keys of unsafe calls: a call that may have been carried out must be repeated under the same key, or it is done
// twice (P-3).
import { isRefusal, type Reply } from '#machines/chart/cases.ts';
import type { Sent } from './network.ts';

interface Call {
  readonly key: string;
  readonly body: string;
  /** Whether it may have been carried out without an answer that says so. */
  readonly isOpen: boolean;
  /** Whether it was answered as carried out: what is sent next is another call, such as a second name. */
  readonly isDone: boolean;
}

/** The unsafe calls that a walk saw, by their place, across reloads. */
export class KeysSeen {
  private readonly calls = new Map<string, Call>();

  /**
   * Records what an answer says about a call, or about the one that it queried; undefined if no meaningful answer came.
   */
  answer(sent: Sent, reply: Reply | undefined): void {
    const { code, state } = (reply?.body ?? {}) as { readonly code?: string; readonly state?: string };
    if (reply === undefined || code === 'unavailable') this.lose(sent);
    else if (!isRefusal(reply)) this.finish(sent);
    if (state === 'done') this.settle(new URL(sent.request.url).pathname.split('/').at(-1) ?? '');
  }

  /** The answer to a call is no longer awaited. */
  lose(sent: Sent): void {
    const call = this.calls.get(placeOf(sent));
    if (call !== undefined) this.calls.set(placeOf(sent), { ...call, isOpen: true });
  }

  private finish(sent: Sent): void {
    const call = this.calls.get(placeOf(sent));
    if (call !== undefined) this.calls.set(placeOf(sent), { ...call, isOpen: false, isDone: true });
  }

  /** The server has reported the outcome of the call under `key`: what is sent next is a new call. */
  private settle(key: string): void {
    for (const [place, call] of this.calls) if (call.key === key) this.calls.set(place, { ...call, isOpen: false });
  }

  /** What is wrong with the key of a call, as sentences; only `keep` remembers a call. */
  complaints(sent: Sent): readonly string[] {
    const key = keyOf(sent);
    const before = this.calls.get(placeOf(sent));
    if (key === null || before === undefined || before.key === key) return [];
    // For an act on a record, the record identifies the call until it is done; for all others, after a lost response,
    // the same body does.
    const isSame = (isOfRecord(sent) && !before.isDone) || (before.isOpen && before.body === sent.body);
    return isSame ? [`${sent.operationId} carries the key ${key}; the same call went under ${before.key} before.`] : [];
  }

  keep(sent: Sent): void {
    const key = keyOf(sent);
    if (key === null) return;
    // Another act, such as sending a new code, came in between: the earlier lost call is no longer repeated, but
    // started over.
    for (const [place, call] of this.calls)
      if (place !== placeOf(sent)) this.calls.set(place, { ...call, isOpen: false });
    this.calls.set(placeOf(sent), { key, body: sent.body, isOpen: false, isDone: false });
  }
}

function keyOf({ request }: Sent): string | null {
  return request.headers.get('Idempotency-Key');
}

const RECORD = /\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\//;

function isOfRecord({ request }: Sent): boolean {
  return RECORD.test(request.url);
}

function placeOf({ request, operationId }: Sent): string {
  return `${operationId} ${new URL(request.url).pathname}`;
}
