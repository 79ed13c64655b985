// Which key an unsafe call goes under: what may have been carried out is repeated under the same one, or it is done
// twice (P-3).
import type { Reply } from '#machines/chart/cases.ts';
import type { Sent } from './network.ts';

interface Call {
  readonly key: string;
  readonly body: string;
  /** Whether it may have been carried out although no answer says so. */
  readonly isOpen: boolean;
}

/** What a walk remembers of the unsafe calls that it saw, by their place, over every reload of the page. */
export class KeysSeen {
  private readonly calls = new Map<string, Call>();

  /** What an answer says of a call, or of the one that it asked after; undefined if none came that says anything. */
  answer(sent: Sent, reply: Reply | undefined): void {
    const { code, state } = (reply?.body ?? {}) as { readonly code?: string; readonly state?: string };
    if (reply === undefined || code === 'unavailable') this.lose(sent);
    if (state === 'done') this.settle(new URL(sent.request.url).pathname.split('/').at(-1) ?? '');
  }

  /** Nobody waits for the answer of a call any more. */
  lose(sent: Sent): void {
    const call = this.calls.get(placeOf(sent));
    if (call !== undefined) this.calls.set(placeOf(sent), { ...call, isOpen: true });
  }

  /** The server has said what became of the call under `key`: what is sent next is another one. */
  private settle(key: string): void {
    for (const [place, call] of this.calls) if (call.key === key) this.calls.set(place, { ...call, isOpen: false });
  }

  /** What is wrong with the key of a call, in sentences; a call is remembered only by `keep`. */
  complaints(sent: Sent): readonly string[] {
    const key = keyOf(sent);
    const before = this.calls.get(placeOf(sent));
    if (key === null || before === undefined || before.key === key) return [];
    // What is done to a record is one call, whatever is typed for it; of all others the same words are, once the answer
    // was lost.
    const isSame = isOfRecord(sent) || (before.isOpen && before.body === sent.body);
    return isSame ? [`${sent.operationId} carries the key ${key}; the same call went under ${before.key} before.`] : [];
  }

  keep(sent: Sent): void {
    const key = keyOf(sent);
    if (key === null) return;
    // Another act, such as sending a new code, comes between: what was lost before it is not repeated any more, but
    // started over.
    for (const [place, call] of this.calls)
      if (place !== placeOf(sent)) this.calls.set(place, { ...call, isOpen: false });
    this.calls.set(placeOf(sent), { key, body: sent.body, isOpen: false });
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
