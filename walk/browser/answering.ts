// What the ways of bringing about an answer share: the held call, and how it goes on to the server as it is or as it is
// made.
import type { APIResponse, Route } from 'playwright-core';
import { accountHash, addressHash } from '#server/domain/codes/addresses.ts';
import { MEMBER_PURPOSES } from '#server/domain/codes/budgets.ts';
import { KNOWN_BROWSER, memberSpender } from '#server/domain/codes/send-limits.ts';
import type { AnyCases, Edge, Node } from '#machines/graph/explore.ts';
import type { Stage } from './stage.ts';

/** A held call and what becomes of it later on the path. */
export interface Answering {
  readonly stage: Stage;
  readonly route: Route;
  readonly cases: AnyCases;
  readonly actor: string;
  readonly outcome: string;
  /** The steps that follow. */
  readonly later: readonly Edge[];
}

/** One in a million codes is this one; a path that meets it says so. */
export const WRONG_CODE = '000000';
export const NEW_PASSWORD = 'harbour-violin-sevenfold';
export const COMMON_PASSWORD = 'password12345';
const TRIES = 5;

export type Answer = (answering: Answering) => Promise<void>;

/** What is typed, chosen or ticked, by the field's name. */
export type Fields = Readonly<Record<string, string | boolean>>;

/** A form that is about to be sent. */
export interface Typing {
  readonly stage: Stage;
  /** The situation in which it is typed. */
  readonly node: Node;
  /** What the call that follows will answer; null if none follows. */
  readonly outcome: string | null;
}

export type Typist = (typing: Typing) => Promise<Fields>;

/** By call and kind of answer. */
export type Answers = Readonly<Record<string, Readonly<Record<string, Answer>>>>;

/**
 * Forgets which mails the person of the path asked for, so that the next one is not too soon: a path takes no real
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

/** The server answers after `arrange` has made the situation. */
export const after =
  (arrange: (answering: Answering) => Promise<void>): Answer =>
  async (answering) => {
    await arrange(answering);
    await answering.route.continue();
  };

/** What of a call is sent otherwise than the page did. */
export interface Change {
  readonly body?: object;
  readonly query?: Readonly<Record<string, string>>;
  /** A key of its own, as another tab would send. */
  readonly anotherKey?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends the held call's request with a change, and leaves the call itself waiting. */
export async function send(
  { route }: Answering,
  { body, query, anotherKey = false, headers = {} }: Change,
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

/** The real answer to the call with a change on the way: what a page that is out of date would send. */
export const changed =
  (change: Change): Answer =>
  async (answering) => {
    const response = await send(answering, change);
    await answering.route.fulfill({ response });
  };

/** The key was used up by a call with other entries, whose answer never came. */
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
