// Types of calls and answers, all derived from the contract's generated types.
import type { Readable } from 'node:stream';
import type { operations } from '#openapi/api.gen.d.ts';
import type { Culture } from '#openapi/cultures.ts';

export type OperationId = keyof operations;

type ContentOf<T> = T extends { content: { 'application/json': infer Body } } ? Body : undefined;

/** Media types of answers that are written piece by piece. */
type StreamedMedia = 'text/csv' | 'text/event-stream' | 'application/pdf';

/** An answer that is sent while it is produced, and is never held in memory as a whole. */
export class StreamedBody {
  readonly mediaType: StreamedMedia;
  readonly stream: Readable;

  constructor(mediaType: StreamedMedia, stream: Readable) {
    this.mediaType = mediaType;
    this.stream = stream;
  }
}

type AnswerOf<T> = T extends { content: Partial<Record<StreamedMedia, string>> }
  ? T extends { content: { 'application/json': unknown } }
    ? ContentOf<T>
    : StreamedBody
  : ContentOf<T>;

/** The JSON body of an operation; undefined if it takes none. */
export type BodyOf<Op extends OperationId> = operations[Op] extends { requestBody: infer Request }
  ? ContentOf<Request>
  : undefined;

/** The path parameters of an operation. */
export type PathOf<Op extends OperationId> = operations[Op]['parameters'] extends { path: infer Path }
  ? Path
  : Record<never, never>;

/** The query of an operation after the schema has coerced it: integers are numbers, and defaults are filled in. */
export type QueryOf<Op extends OperationId> = operations[Op]['parameters'] extends { query: infer Query }
  ? Query
  : operations[Op]['parameters'] extends { query?: infer Query }
    ? NonNullable<Query>
    : Record<never, never>;

type SuccessStatus = 200 | 201 | 202 | 204;

/** A documented success of an operation. Refusals are thrown as `Problem`. */
export type ReplyOf<Op extends OperationId> = {
  [Status in keyof operations[Op]['responses'] & SuccessStatus]: {
    status: Status;
    body: AnswerOf<operations[Op]['responses'][Status]>;
    headers?: Record<string, string>;
  };
}[keyof operations[Op]['responses'] & SuccessStatus];

/** A cookie by its name; the attributes are the same for all. */
export interface Cookie {
  name: string;
}

/** A cookie of an answer, which its repetition sends again. */
export interface GivenCookie {
  cookie: Cookie;
  value: string;
  maxAgeSeconds: number;
}

/** Cookies of one call, all invisible to scripts. */
export interface CallCookies {
  read(cookie: Cookie): string | null;
  set(cookie: Cookie, value: string, maxAgeSeconds: number): void;
  clear(cookie: Cookie): void;
}

/** The session of a bearer token. */
export interface MemberSession {
  id: string;
  memberId: string;
  previousSignInAt: Date | null;
}

/** The caller, with their address and device; the same for every operation. */
export interface CallContext {
  operationId: OperationId;
  /** The request's id, which problems return as `reference`. */
  requestId: string;
  culture: Culture;
  /** The `Idempotency-Key`; null if none was sent. */
  requestKey: string | null;
  /** The `Last-Event-ID` of a caller who had the stream before; null if none was sent. */
  lastEventId: string | null;
  /** The session of the bearer token; null if the call has none. */
  session: MemberSession | null;
  /** Whether a bearer token came with the call, even an invalid one: distinguishes an ended session from none. */
  bearerSent: boolean;
  /** The caller's origin for limits: an address, or the network of one (S-22). */
  caller: string;
  /** Browser and system in words, for lists of sessions and for mails. */
  device: string;
  cookies: CallCookies;
  /**
   * For answers that take time: aborted once nobody listens any more, because the caller has gone or the server shuts
   * down.
   */
  over(): AbortSignal;
}

/** One call of an operation, checked against the contract. */
export interface Call<Op extends OperationId> extends CallContext {
  body: BodyOf<Op>;
  path: PathOf<Op>;
  query: QueryOf<Op>;
}
