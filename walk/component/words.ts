// Checks a request against what was typed and the key that the chart remembers.
import type { Fields } from './hands.ts';
import type { Sent } from './network.ts';

/** What is wrong with a request, as sentences. `key` is the flow's own; null if it has none. */
export function wrongWords(
  { operationId, request, body }: Sent,
  { typed, key }: { readonly typed: Fields; readonly key: string | null },
): readonly string[] {
  const said = body === '' ? {} : (JSON.parse(body) as Record<string, unknown>);
  const wrong = Object.entries(typed).filter(([name, value]) => name in said && said[name] !== value);
  const carried = request.headers.get('Idempotency-Key') ?? new URL(request.url).pathname.split('/').at(-1);
  return [
    ...wrong.map(
      ([name]) =>
        `${operationId} says that ${name} is ${JSON.stringify(said[name])}, typed was ${JSON.stringify(typed[name])}.`,
    ),
    ...(key !== null && request.url.includes('requests/') && carried !== key
      ? [`${operationId} asks for ${carried}, the key of the flow is ${key}.`]
      : []),
    ...(key !== null && request.headers.has('Idempotency-Key') && !isOfKey(carried, key)
      ? [`${operationId} carries the key ${carried}, that of the flow is ${key}.`]
      : []),
  ];
}

/** Whether a call carries the flow's key, or one derived from it for a call that may be repeated separately. */
function isOfKey(carried: string | undefined, key: string): boolean {
  return carried === key || carried?.startsWith(`${key}-`) === true;
}
