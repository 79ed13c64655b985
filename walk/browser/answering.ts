// What all answers share: the held call, and how it continues to the server, unchanged or changed.
import type { APIResponse, Route } from 'playwright-core';
import { accountHash, addressHash } from '#server/domain/codes/addresses.ts';
import { MEMBER_PURPOSES } from '#server/domain/codes/budgets.ts';
import { KNOWN_BROWSER, memberSpender } from '#server/domain/codes/send-limits.ts';
import type { AnyCases, Edge, Node } from '#machines/graph/explore.ts';
import type { Stage } from './stage.ts';

/** A held call, and the rest of the path. */
export interface Answering {
  readonly stage: Stage;
  readonly route: Route;
  readonly cases: AnyCases;
  readonly actor: string;
  readonly outcome: string;
  /** The steps that follow. */
  readonly later: readonly Edge[];
}

/** One in a million codes is this one; a path that happens to get it reports that. */
export const WRONG_CODE = '000000';
export const NEW_PASSWORD = 'harbour-violin-sevenfold';
export const COMMON_PASSWORD = 'password12345';
const TRIES = 5;

export type Answer = (answering: Answering) => Promise<void>;

/** What is typed, chosen or checked, by the field's name. */
export type Fields = Readonly<Record<string, string | boolean>>;

/** A form that is about to be sent. */
export interface Typing {
  readonly stage: Stage;
  /** The situation in which it is typed. */
  readonly node: Node;
  /** The outcome of the call that follows; null if none follows. */
  readonly outcome: string | null;
}

export type Typist = (typing: Typing) => Promise<Fields>;

/** By call and outcome. */
export type Answers = Readonly<Record<string, Readonly<Record<string, Answer>>>>;

/**
 * Forgets which mails the path's person requested, so that the next one is not too soon: a path does not wait a real
 * minute between two.
 */
export async function forgetSends(stage: Stage): Promise<void> {
  const { db, services } = stage.club;
  const { keys } = services;
  const { id, email, username } = await stage.member(false);
  const own = MEMBER_PURPOSES.map((purpose) => memberSpender(keys, { purpose, memberId: id }));
  const anybodys = [
    addressHash(keys, email),
    accountHash(keys, { email, username }),
    addressHash(keys, stage.newcomer.email),
  ];
  await db
    .deleteFrom('email_sends')
    .where((any) => any.or([any('spender', 'in', [...own, ...anybodys]), any('budget', 'like', `%${KNOWN_BROWSER}`)]))
    .execute();
}

/** Lets the server answer. */
export const real: Answer = ({ route }) => route.continue();

/** The server answers after `arrange` has prepared the situation. */
export const after =
  (arrange: (answering: Answering) => Promise<void>): Answer =>
  async (answering) => {
    await arrange(answering);
    await answering.route.continue();
  };

/** How a call differs from the one that the page sent. */
export interface RequestChange {
  readonly body?: object;
  readonly query?: Readonly<Record<string, string>>;
  /** A different key, as another tab would send. */
  readonly anotherKey?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends the held call's request with a change; the call itself stays held. */
export async function send(
  { route }: Answering,
  { body, query, anotherKey = false, headers = {} }: RequestChange,
): Promise<APIResponse> {
  const request = route.request();
  const url = new URL(request.url());
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
  const { 'content-length': _, ...sentHeaders } = await request.allHeaders();
  const own: Readonly<Record<string, string>> = anotherKey ? { 'idempotency-key': crypto.randomUUID() } : {};
  const typed = (request.postDataJSON() ?? {}) as object;
  return route.fetch({
    url: url.href,
    headers: { ...sentHeaders, ...own, ...headers },
    ...(body === undefined ? {} : { postData: JSON.stringify({ ...typed, ...body }) }),
  });
}

/** The real answer to the call with a change: what an outdated page would send. */
export const changed =
  (change: RequestChange): Answer =>
  async (answering) => {
    const response = await send(answering, change);
    await answering.route.fulfill({ response });
  };

/** A call with other entries, whose response was lost, used the key. */
export const spent =
  (entries: object): Answer =>
  async (answering) => {
    await send(answering, {});
    await changed({ body: entries })(answering);
  };

/** Five wrong codes were typed before, in another tab. */
export const worn: Answer = after(async (answering) => {
  for (let tried = 0; tried < TRIES; tried += 1)
    await send(answering, { anotherKey: true, body: { code: WRONG_CODE } });
});
