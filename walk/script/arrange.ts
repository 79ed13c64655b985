import { isCall, type AnyCases } from '#machines/graph/explore.ts';
import { actorInWords } from '#machines/graph/words.ts';
import description from '#openapi/perch.gen.json' with { type: 'json' };

interface Described {
  /** `POST /token`. */
  readonly written: string;
  readonly summary: string;
}

/** Calls by their operationId; a local read is not in the description. */
const calls: ReadonlyMap<string, Described> = new Map(
  Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, { readonly operationId?: string; readonly summary?: string }>).flatMap(
      ([method, { operationId, summary = '' }]) =>
        operationId === undefined
          ? []
          : [[operationId, { written: `${method.toUpperCase()} ${path}`, summary }] as const],
    ),
  ),
);

/** Local reads, in words. */
const own: Readonly<Record<string, string>> = { restoreSession: 'the look at what this browser keeps of the session' };

/** The method and path of a call, such as `POST /token`. */
export function callOf(operationId: string): string {
  return calls.get(operationId)?.written ?? operationId;
}

/** A call for readers who know no chart: its purpose, then its method and path. */
export function callInWords(operationId: string): string {
  const call = calls.get(operationId);
  return call === undefined
    ? (own[operationId] ?? actorInWords(operationId))
    : `the call "${call.summary}" (${call.written})`;
}

/**
 * What a person does before the step that starts a call, so that the call has this outcome; null if nothing is needed.
 */
export function arrangementOf(cases: AnyCases, actor: string, outcome: string): string | null {
  if (outcome === 'networkError')
    return `Take the network away (developer tools, Network, "Offline") so that ${callOf(actor)} gets no answer.`;
  if (outcome === 'undocumentedReply')
    return `Override the answer of ${callOf(actor)} (developer tools, Network, "Override content") with one that the description doesn't know, such as status 418.`;
  const documented = cases.outcomes[actor]?.[outcome];
  if (documented?.arrange !== undefined || documented?.typed !== undefined) return documented.arrange ?? null;
  if (!isCall(cases.machine, actor))
    return `Go through "${actor}" so that it ends with "${outcome}" (npm run walk -- ${actor}).`;
  const status = documented?.reply?.status ?? 200;
  if (status < 300) return null;
  return `Let ${callOf(actor)} answer ${status} (${inWords(status)}): override the answer in the developer tools, Network.`;
}

function inWords(status: number): string {
  if (status === 400) return 'the entries are refused, though the form lets them through';
  if (status === 401) return 'not signed in, or no longer';
  if (status === 409) return 'it contradicts what is so already';
  if (status === 429) return 'too many tries; or repeat the step until it comes by itself';
  if (status === 503) return 'maintenance';
  return status >= 500 ? 'an error of the server' : 'refused';
}
