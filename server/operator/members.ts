// Members from the command line: looked at, helped, and the first one made.
import { askFactorRemoval, cancelFactorRemoval, removeLostFactor } from '#server/accounts/lost-factor.ts';
import { boundFactor } from '#server/accounts/bound-factor.ts';
import { makeFirstMember } from '#server/accounts/first-member.ts';
import { moneyHeldUntil } from '#server/accounts/hold.ts';
import { nameKey } from '#server/accounts/members.ts';
import { cleanName } from '#server/accounts/person.ts';
import { recoveryCodesLeft } from '#server/accounts/recovery-codes.ts';
import { endSessionsForMember, freezeForMember, thawForMember, type SupportAct } from '#server/accounts/support-acts.ts';
import { audit } from '#server/audit/audit.ts';
import { assertClockTrusted } from '#server/club/trusted-clock.ts';
import { createSchemaCheck } from '#server/contract/validators.ts';
import type { Culture } from '#server/contract/types.ts';
import { inTransaction, type Trx } from '#server/db/kysely.ts';
import { CULTURES } from '#server/http/call.ts';
import { balancesOf } from '#server/ledger/balances.ts';
import type { Services } from '#server/services.ts';
import { readArguments, type Asked, type Commands } from './command.ts';
import { Refused, WrongUsage } from './errors.ts';

export const memberCommands: Commands = {
  'members root': {
    usage: 'members root USERNAME EMAIL [--name NAME] [--culture C]',
    help: 'make the first member of an empty club',
    more: ['Everybody else signs up below. A mail tells the address where to set the password, with a code that only this mailbox gets.', 'Until the password is set, the same command puts a mistyped name or address right.'],
    run: root,
  },
  'members show': { usage: 'members show USERNAME|EMAIL', help: 'an account: its state, second factor, sessions, balances', run: show },
  'members freeze': { usage: 'members freeze USERNAME --reason TEXT', help: 'freeze an account: nobody is or gets signed in, and only members thaw opens it', run: freeze },
  'members thaw': {
    usage: 'members thaw USERNAME --reason TEXT',
    help: 'thaw an account that support or a former address froze, or whose member cannot',
    more: ['Without an app bound, or with one that was bound while money was held, money that leaves is held for 24 hours.'],
    run: thaw,
  },
  'members end-sessions': { usage: 'members end-sessions USERNAME --reason TEXT', help: 'sign everybody out of an account', run: endSessions },
  'members unbind': {
    usage: 'members unbind USERNAME --proof TEXT | --confirm | --cancel',
    help: 'remove an authenticator app that a member has lost',
    more: [
      '--proof says how the member has proven who they are: it begins the removal, and the member is told by mail.',
      '--confirm, 72 hours later and by another operator, removes the app: everybody is signed out, and money that leaves is held for 24 hours.',
      '--cancel withdraws it. A member who uses the app meanwhile, or freezes the account, stops it for good.',
      'Neither stops it where the app was bound while money was held: freeze the account first, then a thief has no use of it.',
    ],
    run: unbind,
  },
};

async function root({ services, operator, call, args }: Asked): Promise<string[]> {
  const { words: [username = '', email = ''], valued } = readArguments(args, { words: [2, 2], valued: ['--name', '--culture'] });
  const name = cleanName(valued.get('--name') ?? username);
  requireAsAtSignUp({ username, email, name });
  const culture = cultureOf(valued.get('--culture') ?? 'en-US');
  const outcome = await inTransaction(services.db, (trx) => makeFirstMember(trx, services, { username, email, name, culture, operator, call }));
  return [
    outcome === 'made' ? `${username} is the first member of the club` : `the first member is ${username} <${email}> now`,
    `A mail to ${email} says how to set the password. Until it is set, the same command puts a mistyped name or address right.`,
  ];
}

const FROZEN_BY = { member: 'the member', former_address: 'the link to a former address', support: 'support' } as const;

const FIELDS = { username: 'a user name', email: 'an e-mail address', name: 'a name' } as const;

/** The first member is called as anybody may be who signs up: the description has the one form of it. @throws Refused */
function requireAsAtSignUp(given: Readonly<Record<keyof typeof FIELDS, string>>): void {
  for (const field of Object.keys(FIELDS) as (keyof typeof FIELDS)[]) {
    const [finding] = createSchemaCheck(`Registration/properties/${field}`)(given[field]) ?? [];
    if (finding !== undefined) throw new Refused(`${JSON.stringify(given[field])} is not ${FIELDS[field]}: it ${finding.message}`);
  }
}

function cultureOf(typed: string): Culture {
  const found = CULTURES.find((culture) => culture === typed);
  if (found === undefined) throw new Refused(`there is no language ${JSON.stringify(typed)}; there are ${CULTURES.join(', ')}`);
  return found;
}

async function show({ services, operator, call, args }: Asked): Promise<string[]> {
  const { words: [typed = ''] } = readArguments(args, { words: [1, 1] });
  const { db, clock } = services;
  const now = clock.now();
  const id = await memberOf(services, typed);
  const member = await db
    .selectFrom('members')
    .leftJoin('seats', 'seats.member_id', 'members.id')
    .leftJoin('members as introducers', 'introducers.id', 'members.introducer_id')
    .selectAll('members')
    .select(['seats.seat_no', 'introducers.username as introducer'])
    .where('members.id', '=', id)
    .executeTakeFirstOrThrow();
  const factor = await boundFactor(db, services, id);
  const removal = await db.selectFrom('factor_removals').select(['asked_by', 'due_at']).where('member_id', '=', id).where('ended_at', 'is', null).executeTakeFirst();
  const sessions = await db.selectFrom('sessions').select(['device', 'last_used_at']).where('member_id', '=', id).where('ended_at', 'is', null).where('absolute_end', '>', now).orderBy('last_used_at', 'desc').execute();
  const balances = Object.entries(await balancesOf(db, id)).filter(([, amount]) => amount !== '0');
  await audit(db, { kind: 'member_read', at: now, memberId: null, call, details: { operator, memberId: id } });
  const held = await moneyHeldUntil(db, services, id);
  return [
    `${member.username}  ${oneLine(member.name)}  <${member.email}>  ${member.culture}`,
    `  joined ${member.joined_at.toISOString()}  seat ${member.seat_no ?? 'none'}  introduced by ${member.introducer ?? 'nobody'}`,
    `  ${member.frozen_at === null ? 'not frozen' : `FROZEN since ${member.frozen_at.toISOString()} by ${FROZEN_BY[member.frozen_by ?? 'member']}`}${member.password_hash === null ? '; no password is set' : ''}`,
    `  money that leaves: ${held !== null ? `HELD until ${held.toISOString()}` : 'not held'}`,
    `  second factor: ${factor === null ? 'codes by mail' : `app since ${factor.enabledAt.toISOString()}${factor.settled ? '' : ' (provisional: a password reset removes it)'}, ${await recoveryCodesLeft(db, id)} recovery codes left`}`,
    ...(removal === undefined ? [] : [`  the app is about to be removed: asked for by ${removal.asked_by}, from ${removal.due_at.toISOString()} on`]),
    `  sessions: ${sessions.length === 0 ? 'none' : sessions.map(({ device, last_used_at: at }) => `${oneLine(device)} (${at.toISOString()})`).join(', ')}`,
    `  balances: ${balances.length === 0 ? 'none' : balances.map(([asset, amount]) => `${amount} ${asset}`).join(', ')}`,
  ];
}

/** What members typed can't make lines of its own. */
function oneLine(text: string): string {
  return text.replace(/\p{Control}+/gu, ' ');
}

function freeze(asked: Asked): Promise<string[]> {
  return act(asked, async (trx, services, wanted) => `is frozen; ${await freezeForMember(trx, services, wanted)} sessions ended`);
}

function thaw(asked: Asked): Promise<string[]> {
  return act(asked, async (trx, services, wanted) => {
    const heldUntil = await thawForMember(trx, services, wanted);
    return heldUntil === null ? 'is thawed' : `is thawed; money that leaves is held until ${heldUntil.toISOString()}`;
  });
}

function endSessions(asked: Asked): Promise<string[]> {
  return act(asked, async (trx, services, wanted) => `is signed out everywhere; ${await endSessionsForMember(trx, services, wanted)} sessions ended`);
}

type Act = (trx: Trx, services: Services, wanted: SupportAct) => Promise<string>;

/** Acts on the account of a user name, for a reason that is recorded. */
async function act({ services, operator, call, args }: Asked, doIt: Act): Promise<string[]> {
  const { words: [username = ''], valued } = readArguments(args, { words: [1, 1], valued: ['--reason'] });
  const reason = valued.get('--reason')?.trim() ?? '';
  if (reason === '') throw new WrongUsage('--reason is missing');
  const memberId = await memberOf(services, username);
  const done = await inTransaction(services.db, (trx) => doIt(trx, services, { memberId, operator, call, reason }));
  return [`${username} ${done}; the member is told by mail`];
}

async function unbind({ services, operator, call, args }: Asked): Promise<string[]> {
  const { words: [username = ''], valued, plain } = readArguments(args, { words: [1, 1], valued: ['--proof'], plain: ['--confirm', '--cancel'] });
  const proof = valued.get('--proof')?.trim();
  if ([proof !== undefined && proof !== '', plain.has('--confirm'), plain.has('--cancel')].filter(Boolean).length !== 1) throw new WrongUsage('one of --proof TEXT, --confirm and --cancel is needed');
  const memberId = await memberOf(services, username);
  // What the member was given the time for may not have passed.
  if (plain.has('--confirm')) await assertClockTrusted(services);
  const wanted = (reason: string): SupportAct => ({ memberId, operator, call, reason });
  return inTransaction(services.db, async (trx) => {
    if (proof !== undefined) {
      const due = await askFactorRemoval(trx, services, wanted(proof));
      return [`the member is told by mail; from ${due.toISOString()} on, another operator may confirm it with: members unbind ${username} --confirm`];
    }
    if (plain.has('--confirm')) {
      const heldUntil = await removeLostFactor(trx, services, wanted('the app is lost'));
      return [`the app of ${username} is removed; everybody is signed out, and money that leaves is held until ${heldUntil.toISOString()}; the member is told by mail`];
    }
    await cancelFactorRemoval(trx, services, wanted('withdrawn'));
    return [`the app of ${username} stays`];
  });
}

/** The member of a user name or an address. @throws Refused */
async function memberOf({ db }: Services, typed: string): Promise<string> {
  const member = await db.selectFrom('members').select('id').where(typed.includes('@') ? 'email_key' : 'username_key', '=', nameKey(typed)).executeTakeFirst();
  if (member === undefined) throw new Refused(`there is no member ${JSON.stringify(typed)}`);
  return member.id;
}
