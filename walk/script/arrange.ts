import type { Arrangement } from '#machines/chart/arrangements.ts';
import { isRefusal } from '#machines/chart/cases.ts';
import { isCall, type AnyCases } from '#machines/graph/explore.ts';
import { actorInWords } from '#machines/graph/words.ts';
import description from '#openapi/perch.gen.json' with { type: 'json' };
import type { Words } from './languages/words.ts';

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

/** The sentence of a way. */
export function wayInWords(arrangement: Arrangement, { ways }: Words): string {
  return typeof arrangement === 'string'
    ? ways[arrangement]
    : ways[arrangement.way].replace('{{minutes}}', String(arrangement.minutes));
}

/**
 * What a person does before the step that starts a call, so that the call has this outcome; null if nothing is needed.
 */
export function arrangementOf(cases: AnyCases, actor: string, outcome: string, words: Words): string | null {
  if (outcome === 'networkError') return words.offline(callOf(actor));
  if (outcome === 'undocumentedReply') return words.unknownReply(callOf(actor));
  const { arrange, typed, reply } = cases.outcomes[actor]?.[outcome] ?? {};
  if (arrange !== undefined) return wayInWords(arrange, words);
  if (typed !== undefined) return null;
  if (!isCall(cases.machine, actor)) return words.through(actor, outcome);
  return reply !== undefined && isRefusal(reply) ? words.answers(callOf(actor), reply.status) : null;
}
