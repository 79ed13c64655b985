// What the table of acts promises for each change to what protects an account (S-09 and S-12), compared with the
// server: everything that it names is required, and without any part of it nothing changes. Holding money, forgetting
// browsers and notifying happen as it says.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACTS, type CredentialAct, type CredentialActId, type Proof } from '#server/entry/acts/acts.ts';
import { ALARM_KINDS } from '#server/platform/mail/kinds.ts';
import { somebody, WAYS, type Flaw, type Ready } from '../support/credential-acts.ts';
import { freezeTokensIn, otherCode } from '../support/mails.ts';
import type { TestMember } from '#fixtures/club/members.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const DAY_MS = 86_400_000;

/** What can be wrong with a required proof. */
const flawsOf = (proof: Proof, opensBefore: boolean): Flaw[] =>
  proof === 'appCode' || opensBefore ? ['missing', 'wrong', 'used'] : ['missing', 'wrong'];

/** The same proof, but wrong: another code, another password, an unknown token. `method` stays. */
function spoiled(part: object, member: TestMember, flaw: Flaw): object {
  const used = member.code(-1);
  const bad = (key: string, value: string) => {
    if (key === 'method') return value;
    if (key === 'password') return 'an entirely wrong one';
    if (key === 'token') return `${value.slice(0, 4)}${'A'.repeat(43)}`;
    return flaw === 'used' ? used : otherCode(value);
  };
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [
      key,
      typeof value === 'string' ? bad(key, value) : spoiled(value as object, member, flaw),
    ]),
  );
}

/** Makes the call with everything it requires, or with a flaw in one proof. Returns whether it was done. */
async function done(
  id: CredentialActId,
  { path, browser, proofs, rest }: Ready,
  asked: readonly Proof[],
  flawed?: { proof: Proof; flaw: Flaw; member: TestMember },
): Promise<boolean> {
  const parts = asked.map((proof) => {
    const part = proofs[proof] ?? {};
    if (proof !== flawed?.proof) return part;
    return flawed.flaw === 'missing' ? {} : spoiled(part, flawed.member, flawed.flaw);
  });
  const body = Object.assign({}, rest, ...parts) as object;
  const token =
    flawed?.proof === 'session' ? { token: flawed.flaw === 'missing' ? undefined : `pat_${'A'.repeat(43)}` } : {};
  const caller = flawed?.proof === 'resetGrant' ? world.browser() : browser;
  if (flawed?.proof === 'resetGrant' && flawed.flaw === 'wrong')
    caller.cookies.set('perch_reset', `prg_${'A'.repeat(43)}`);
  const answer = await caller.callUnchecked(id, {
    path,
    body: Object.keys(body).length === 0 ? undefined : body,
    ...token,
  });
  // A thaw without the code of the app answers that it requires one.
  return answer.status === 200 && answer.body.result !== 'secondFactor';
}

/** The current state of everything that protects an account. */
async function protection({ id }: TestMember) {
  const columns = [
    'password_hash',
    'email',
    'email_verified_at',
    'email_phrase',
    'frozen_at',
    'frozen_by',
    'money_held_until',
    'mailbox_held_until',
    'allow_list_on_at',
    'allow_list_off_at',
  ] as const;
  const [account, app, recoveryCodes, sessions, browsers, changes, passkeys, asked] = await Promise.all([
    world.db.selectFrom('members').select(columns).where('id', '=', id).executeTakeFirst(),
    world.db.selectFrom('two_factor').select(['secret_sealed', 'enabled_at']).where('member_id', '=', id).execute(),
    world.db.selectFrom('recovery_codes').selectAll().where('member_id', '=', id).execute(),
    world.db
      .selectFrom('sessions')
      .select('id')
      .where('member_id', '=', id)
      .where('ended_at', 'is', null)
      .orderBy('id')
      .execute(),
    world.db.selectFrom('trusted_browsers').select('browser_hash').where('member_id', '=', id).execute(),
    world.db.selectFrom('email_change_requests').select(['id', 'status']).where('member_id', '=', id).execute(),
    world.db.selectFrom('passkeys').select(['id', 'public_key']).where('member_id', '=', id).execute(),
    world.db.selectFrom('passkey_challenges').select('challenge_hash').where('member_id', '=', id).execute(),
  ]);
  return {
    account,
    app,
    recoveryCodes,
    sessions,
    browsers,
    changes,
    passkeys,
    asked,
    mails: (await noticesOf(id)).length,
  };
}

async function noticesOf(memberId: string) {
  const mails = await world.db
    .selectFrom('mails')
    .select(['kind', 'body', 'created_at'])
    .where('member_id', '=', memberId)
    .execute();
  return mails.filter(({ kind }) => !/Code$|Link$|^newSignIn$/.test(kind));
}

/** How the server differs from the line if one proof is missing, wrong, or used before. */
async function withoutProof(
  id: CredentialActId,
  app: boolean,
  { asked, proof }: { asked: readonly Proof[]; proof: Proof },
): Promise<string[]> {
  const broken: string[] = [];
  // The link of an address change is opened in an earlier step: that step is missing or wrong.
  const opensBefore = id === 'changeEmail' && proof === 'mailedLink';
  for (const flaw of flawsOf(proof, opensBefore)) {
    const person = await somebody(world, app);
    const prepared = await WAYS[id](person, opensBefore ? flaw : undefined);
    const before = await protection(person.member);
    if (await done(id, prepared, asked, { proof, flaw, member: person.member }))
      broken.push(`${id} is done with its ${proof} ${flaw}`);
    if (JSON.stringify(await protection(person.member)) !== JSON.stringify(before))
      broken.push(`${id} changes something with its ${proof} ${flaw}`);
  }
  return broken;
}

/** How the server differs from the line if every proof is given. */
async function withEverything(id: CredentialActId, app: boolean, act: CredentialAct): Promise<string[]> {
  const asked = app ? act.asksWithApp : act.asks;
  const person = await somebody(world, app);
  const prepared = await WAYS[id](person);
  const before = await protection(person.member);
  world.clock.advance(1);
  const now = world.clock.now();
  const wasDone = await done(id, prepared, asked ?? (Object.keys(prepared.proofs) as Proof[]));
  const after = await protection(person.member);
  if (asked === null) {
    const same = JSON.stringify(after) === JSON.stringify(before);
    return [...(wasDone ? [`${id} is done`] : []), ...(same ? [] : [`${id} changes something`])];
  }
  const notices = (await noticesOf(person.member.id)).filter(({ created_at: at }) => at >= now);
  const told = notices.map(({ kind }) => kind).sort();
  const mute = notices.filter(
    ({ kind, body }) => ALARM_KINDS.some((alarm) => alarm === kind) && freezeTokensIn(body).length === 0,
  );
  const { holds, tells } = { ...act, ...(app ? act.withApp : {}) };
  const held = after.account?.money_held_until?.getTime() === now.getTime() + DAY_MS;
  const known = new Set(after.browsers.map(({ browser_hash: hash }) => hash.toString('hex')));
  const forgot =
    before.browsers.length > 0 && before.browsers.every(({ browser_hash: hash }) => !known.has(hash.toString('hex')));
  return [
    ...(wasDone ? [] : [`${id} is refused with everything given`]),
    ...(held === holds ? [] : [`${id} ${held ? 'holds' : 'does not hold'} money`]),
    ...(forgot === act.forgetsBrowsers ? [] : [`${id} ${forgot ? 'forgets' : 'keeps'} browsers`]),
    ...(told.join() === [...tells].sort().join() ? [] : [`${id} mails ${told.join() || 'nobody'}`]),
    ...mute.map(({ kind }) => `${kind} carries no link that freezes`),
  ];
}

/** Everything in which the server differs from a line. */
async function broken(id: CredentialActId, app: boolean, act: CredentialAct): Promise<string[]> {
  const asked = app ? act.asksWithApp : act.asks;
  const found: string[] = [];
  for (const proof of asked ?? []) found.push(...(await withoutProof(id, app, { asked: asked ?? [], proof })));
  return [...found, ...(await withEverything(id, app, act))];
}

const IDS = Object.keys(WAYS) as CredentialActId[];

describe.each([
  { what: 'without an app', app: false },
  { what: 'with an app bound', app: true },
])('$what', ({ app }) => {
  it.each(IDS)('%s requires, holds and reports what its line says', async (id) => {
    expect(await broken(id, app, ACTS[id])).toEqual([]);
  });
});

describe('a line that differs from the server', () => {
  it('is found if it has an extra proof, hold, mail or forgotten browser', async () => {
    const frozen: CredentialAct = { ...ACTS.freezeAccount, asks: ['session', 'password'], holds: true };
    expect(await broken('freezeAccount', false, frozen)).toEqual(
      expect.arrayContaining(['freezeAccount is done with its password missing', 'freezeAccount does not hold money']),
    );
    const ended: CredentialAct = { ...ACTS.endOtherSessions, tells: ['passwordChanged'], forgetsBrowsers: true };
    expect(await broken('endOtherSessions', false, ended)).toEqual([
      'endOtherSessions keeps browsers',
      'endOtherSessions mails nobody',
    ]);
  });

  it('is found if it says that an act can’t be done', async () => {
    expect(await broken('changePassword', true, { ...ACTS.changePassword, asksWithApp: null })).toEqual([
      'changePassword is done',
      'changePassword changes something',
    ]);
  });
});
