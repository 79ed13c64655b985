// What the sweep deletes, at the edge of its retention time.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secondsAfter } from '#server/platform/system/clock.ts';
import { SEND_MEMORY_SECONDS } from '#server/domain/codes/send-limits.ts';
import type { Db } from '#server/platform/db/kysely.ts';
import { sweepExpired } from '#server/entry/jobs/sweep.ts';
import { BROWSER_TRUST_SECONDS } from '#server/domain/sessions/browsers.ts';
import { REQUEST_DAYS } from '#server/domain/requests/requests.ts';
import { NEW_PASSWORD } from '../support/credential-acts.ts';
import { codeTo } from '../support/mails.ts';
import { rich, setRates } from '../support/money.ts';
import { createWorld, type World } from '../support/world.ts';
import { DAY, now, sources, signedInBrowser, recovering } from '../support/begun-acts.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await setRates(world);
  // The one that others are seated below.
  await world.member();
});
afterAll(() => world.close());

interface Kept {
  readonly table: string;
  /** The time that it counts from, in its own row or in a row that it belongs to. */
  readonly from: string;
  readonly of?: { readonly table: string; readonly by: string };
  readonly seconds: number;
  readonly where?: string;
}

/** What the sweep deletes, and how long after which time. */
const KEPT: readonly Kept[] = [
  ...[
    'access_tokens',
    'challenges',
    'passkey_challenges',
    'email_codes',
    'email_proofs',
    'password_recoveries',
    'thaw_links',
    'freeze_links',
  ].map((table) => ({ table, from: 'expires_at', seconds: DAY })),
  { table: 'trusted_browsers', from: 'last_seen_at', seconds: BROWSER_TRUST_SECONDS },
  { table: 'email_sends', from: 'sent_at', seconds: SEND_MEMORY_SECONDS },
  { table: 'refresh_tokens', from: 'absolute_end', of: { table: 'sessions', by: 'session_id' }, seconds: DAY },
  { table: 'sessions', from: 'absolute_end', seconds: 90 * DAY },
  { table: 'mails', from: 'created_at', seconds: 90 * DAY },
  { table: 'notices', from: 'at', seconds: 365 * DAY },
  { table: 'requests', from: 'claimed_at', seconds: REQUEST_DAYS * DAY },
  { table: 'throttles', from: 'last_failure_at', seconds: 30 * DAY },
  { table: 'drafts', from: 'expires_at', seconds: 30 * DAY, where: "state <> 'executed'" },
  { table: 'drafts', from: 'executed_at', seconds: REQUEST_DAYS * DAY, where: "state = 'executed'" },
];

describe('what is kept', () => {
  class Undone extends Error {}

  beforeAll(async () => {
    const who = await rich(world);
    const other = await world.member({ secondFactor: true });
    const draft = () =>
      who.call('createTransfer', { body: { recipient: other.username, asset: 'USDT', amount: '1', note: 'kept' } });
    await who.confirm((await draft()).body.id);
    await draft();
    const browser = world.browser();
    await browser.signIn(other);
    await browser.signIn({ ...other, password: 'a wrong one' });
    await browser.call('beginPasskeySignIn', {});
    const email = 'kept@mail.example';
    await browser.call('sendEmailVerificationCodeNoLogin', { body: { email, purpose: 'signUp' } });
    await browser.call('verifyEmailNoLogin', { body: { email, code: await codeTo(world, email, 'signUpCode') } });
    await recovering(world);
    const frozen = await signedInBrowser(world);
    const { accessToken: token } = frozen.tokens;
    await frozen.browser.call('changePassword', {
      body: { password: frozen.member.password, newPassword: NEW_PASSWORD },
      token,
    });
    await frozen.browser.call('freezeAccount', { token });
    await world
      .browser()
      .call('sendThawLink', { body: { email: frozen.member.email, username: frozen.member.username } });
  });

  it('is listed, with the time that its retention counts from', () => {
    const { text = '' } = sources.find(({ name }) => name === 'sweep.ts') ?? {};
    const swept = [...text.matchAll(/\.deleteFrom\('(\w+)'\)([^;]*);/g)].map(
      ([, table, rest = '']) => `${table} ${/'(\w+)', '<=?', /.exec(rest)?.[1]}`,
    );
    expect(swept.sort()).toEqual(KEPT.map(({ table, from }) => `${table} ${from}`).sort());
    const others = sources.flatMap(({ name, text: source }) =>
      [...source.matchAll(/\.deleteFrom\('(\w+)'\)([^;]*);/g)].map((found) => ({ name, found })),
    );
    const elsewhere = others.flatMap(({ name, found: [, table, rest = ''] }) =>
      name !== 'sweep.ts' && /'<=?', (?:now|secondsAfter|\w+Ago)\b/.test(rest) ? `${table} in ${name}` : [],
    );
    expect(elsewhere).toEqual([]);
  });

  it.each(KEPT.map((kept) => [`${kept.table}, from ${kept.from}`, kept] as const))(
    'stays to the last second of its retention, and no longer: %s',
    async (_name, { table, from, of, seconds, where = 'true' }) => {
      const rows = sql.raw(where);
      const moments = async (db: Db, of_: string) =>
        (
          await sql<{
            name: string;
          }>`SELECT column_name AS name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = ${of_} AND data_type LIKE 'timestamp%'`.execute(
            db,
          )
        ).rows.map(({ name }) => name);
      /** Moves the time that counts back by this much, and all other times of the row by another amount. */
      const left = async (back: number, others: number): Promise<[before: number, after: number]> => {
        let counts: [number, number] = [0, 0];
        await world.db
          .transaction()
          .execute(async (trx) => {
            for (const each of [table, ...(of === undefined ? [] : [of.table])]) {
              const aged = each === (of?.table ?? table) ? from : null;
              for (const column of await moments(trx, each)) {
                const at = secondsAfter(now(world), -(column === aged ? back : others));
                await sql`UPDATE ${sql.table(each)} SET ${sql.ref(column)} = ${at} WHERE ${sql.ref(column)} IS NOT NULL AND ${each === table ? rows : sql`true`}`.execute(
                  trx,
                );
              }
            }
            const count = async () =>
              Number(
                (
                  await sql<{ count: string }>`SELECT count(*) AS count FROM ${sql.table(table)} WHERE ${rows}`.execute(
                    trx,
                  )
                ).rows[0]?.count,
              );
            const before = await count();
            await sweepExpired(trx, now(world));
            counts = [before, await count()];
            throw new Undone();
          })
          .catch((error: unknown) => {
            if (!(error instanceof Undone)) throw error;
          });
        return counts;
      };
      const [there, stay] = await left(seconds, 1000 * DAY);
      expect(there).toBeGreaterThan(0);
      expect(stay).toBe(there);
      expect(await left(seconds + 1, 0)).toEqual([there, 0]);
    },
  );
});
