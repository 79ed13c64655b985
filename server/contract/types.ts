// Types of calls and answers, all taken from the generated types of the description.
import type { components, operations } from '#openapi/api.gen.d.ts';
import type { MemberSession } from '#server/accounts/sessions.ts';
import type { Services } from '#server/services.ts';

export type OperationId = keyof operations;
export type Culture = components['schemas']['Culture'];

type ContentOf<T> = T extends { content: { 'application/json': infer Body } } ? Body : undefined;

/** The JSON body of an operation; undefined where it takes none. */
export type BodyOf<Op extends OperationId> = operations[Op] extends { requestBody: infer Request }
  ? ContentOf<Request>
  : undefined;

/** The path parameters of an operation. */
export type PathOf<Op extends OperationId> = operations[Op]['parameters'] extends { path: infer Path }
  ? Path
  : Record<never, never>;

type SuccessStatus = 200 | 201 | 202 | 204;

/** A documented success of an operation. Refusals are thrown as `Problem`. */
export type ReplyOf<Op extends OperationId> = {
  [Status in keyof operations[Op]['responses'] & SuccessStatus]: {
    status: Status;
    body: ContentOf<operations[Op]['responses'][Status]>;
    headers?: Record<string, string>;
  };
}[keyof operations[Op]['responses'] & SuccessStatus];

/** Cookies of one call. They are sent back to the token paths only and are invisible to scripts. */
export interface CallCookies {
  read(name: string): string | null;
  set(name: string, value: string, maxAgeSeconds: number): void;
  clear(name: string): void;
}

/** Who calls, from where; the same for every operation. */
export interface CallContext {
  operationId: OperationId;
  /** The request's id, which problems carry as `reference`. */
  requestId: string;
  culture: Culture;
  /** The `Idempotency-Key`; null where none was sent. */
  requestKey: string | null;
  /** The session of the bearer token; null where the call has none. */
  session: MemberSession | null;
  /** Browser and system in words, for lists of sessions and for mails. */
  device: string;
  cookies: CallCookies;
}

/** One call of an operation, checked against the description. */
export interface Call<Op extends OperationId> extends CallContext {
  body: BodyOf<Op>;
  path: PathOf<Op>;
}

/** The code behind an operationId. */
export type Handler<Op extends OperationId> = (services: Services, call: Call<Op>) => Promise<ReplyOf<Op>>;

/** One handler for every operation of the description. */
export type Handlers = { [Op in OperationId]: Handler<Op> };
