// Which key an unsafe call goes under: what may have been carried out is repeated under the same one, or it is done twice (P-3).
import type { Sent } from './component-network.ts';

/** What a walk remembers of the unsafe calls that it saw, over every reload of the page. */
export class KeysSeen {
  private readonly calls = new Map<string, { readonly key: string; readonly body: string }>();
  private readonly lost = new Set<string>();

  /** An answer of the call was lost, or says that it still runs: it may have been carried out. */
  lose(operationId: string): void {
    this.lost.add(operationId);
  }

  /** What is wrong with the key of a call, in sentences; a call is remembered only by `keep`. */
  complaints({ operationId, request, body }: Sent): readonly string[] {
    const key = request.headers.get('Idempotency-Key');
    const before = this.calls.get(placeOf(request, operationId));
    if (key === null || before === undefined || before.key === key) return [];
    // What is done to a record is one call, whatever is typed for it; of all others the same words are, once the answer was lost.
    const isSame = isOfRecord(request) || (this.lost.has(operationId) && before.body === body);
    return isSame ? [`${operationId} carries the key ${key}; the same call went under ${before.key} before.`] : [];
  }

  keep({ operationId, request, body }: Sent): void {
    const key = request.headers.get('Idempotency-Key');
    if (key === null) return;
    this.calls.set(placeOf(request, operationId), { key, body });
    this.lost.delete(operationId);
  }
}

const RECORD = /\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\//;

function isOfRecord({ url }: Request): boolean {
  return RECORD.test(url);
}

function placeOf({ url }: Request, operationId: string): string {
  return `${operationId} ${new URL(url).pathname}`;
}
