// Members from the command line: show them, help them, and create the first one.
import type { Selectable } from 'kysely';
import { askFactorRemoval, cancelFactorRemoval, removeLostFactor } from '#server/domain/support/lost-factor.ts';
import { boundFactor } from '#server/domain/second-factor/bound-factor.ts';
import type { SupportAct } from '#server/domain/support-requests/actor.ts';
import { FREEZE_LINK_SECONDS, notifiedFormerAddresses } from '#server/domain/alarms/freeze-links.ts';
import { makeFirstMember } from '#server/domain/registration/first-member.ts';
import { moneyHeldUntil } from '#server/domain/members/hold.ts';
import { askAddress, cancelAddress, giveAddress, objectionsTo } from '#server/domain/support/lost-address.ts';
import { nameKey } from '#server/domain/members/members.ts';
import { plainLine } from '#server/platform/texts/invisible.ts';
import { recoveryCodesLeft } from '#server/domain/second-factor/recovery-codes.ts';
import { endSessionsForMember, freezeForMember, thawForMember } from '#server/domain/support/support-acts.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { secondsAfter } from '#server/platform/system/clock.ts';
import { assertClockTrusted, trustedMoment } from '#server/domain/club/trusted-clock.ts';
import { allowListOf } from '#server/domain/open-acts/allow-list-state.ts';
import { listAddresses } from '#server/domain/withdrawals/addresses.ts';
import { checkOfSchema } from '#server/platform/contract/validators.ts';
import { CULTURES, type Culture } from '#openapi/cultures.ts';
import { inTransaction, type Trx } from '#server/platform/db/kysely.ts';
import type { SupportRequestsTable } from '#server/platform/db/support-tables.ts';
import type { PasskeysTable } from '#server/platform/db/passkey-tables.ts';
import type { MembersTable } from '#server/platform/db/tables.ts';
import { balancesOf } from '#server/domain/ledger/balances.ts';
import type { Services } from '#server/domain/services/services.ts';
import { readArguments, readSaid, type CommandLine, type Commands } from './command.ts';
import { Refused, WrongUsage } from './errors.ts';

export const memberCommands: Commands = {
  'members root': {
    usage: 'members root USERNAME EMAIL [--name NAME] [--culture C]',
    help: 'create the first member of an empty club',
    more: [
      'Everyone else signs up below this member. An email to the address says where to set the password, with a code that only this mailbox gets.',
      'Until the password is set, the same command corrects a mistaken name or address.',
    ],
    run: root,
  },
  'members show': {
    usage: 'members show USERNAME|EMAIL',
    help: 'an account: its state, second factor, new addresses, sessions, balances',
    run: show,
  },
  'members freeze': {
    usage: 'members freeze USERNAME --reason TEXT',
    help: 'freeze an account: everyone is signed out, no one can sign in, and only "members thaw" opens it',
    run: freeze,
  },
  'members thaw': {
    usage: 'members thaw USERNAME --reason TEXT [--despite TEXT]',
    help: 'thaw an account that support or a former address froze, or that its member cannot thaw',
    more: [
      'If someone else knows the password, the member sets a new one at /ForgotPassword first: that works while the account is frozen.',
      'If no app is set up, or it was set up while money was held, outgoing money is held for 24 hours.',
      'A former address that froze the account is emailed another link. If it has frozen the account again, give --despite with the reason to thaw nevertheless; that address then gets no further link.',
    ],
    run: thaw,
  },
  'members end-sessions': {
    usage: 'members end-sessions USERNAME --reason TEXT',
    help: 'sign everyone out of an account',
    run: endSessions,
  },
  'members unbind': {
    usage: 'members unbind USERNAME --proof TEXT | --confirm | --cancel',
    help: 'remove an authenticator app that a member has lost',
    more: [
      '--proof says how the member has proven who they are: it begins the removal, and the member is told by email.',
      '--confirm, 72 hours later and by another operator, removes the app: everyone is signed out, and money that leaves is held for 24 hours.',
      '--cancel withdraws it. A member who uses the app meanwhile, or freezes the account, stops it for good.',
      'Neither stops it if the app was set up while money was held: freeze the account first, so that a thief cannot use it.',
    ],
    run: unbind,
  },
  'members address': {
    usage: 'members address USERNAME NEW --proof TEXT | NEW --confirm [--despite TEXT] | --cancel',
    help: 'return an account to its owner, with another address, after a thief changed the address',
    more: [
      'The account must be frozen, and stays frozen until "members thaw".',
      '--proof says how the owner has proven who they are: it begins the change, and the current address and known former ones are told by email.',
      '--confirm, 72 hours later and by another operator who enters NEW too, sets the address. Password, sessions and known browsers are gone, and an app that a thief may have bound; money that leaves is held for 24 hours.',
      '--despite says why it is right although someone pressed the link of such an email; members show says who did. No press stops it: a thief has the current mailbox.',
      '--cancel withdraws it.',
    ],
    run: address,
  },
};

async function root({ services, operator, call, args }: CommandLine): Promise<string[]> {
  const {
    words: [username = '', email = ''],
    valued,
  } = readArguments(args, { words: [2, 2], valued: ['--name', '--culture'] });
  const name = plainLine(valued.get('--name') ?? username);
  requireAsAtSignUp({ username, email, name });
  const culture = cultureOf(valued.get('--culture') ?? 'en-US');
  const outcome = await inTransaction(services.db, (trx) =>
    makeFirstMember(trx, services, { username, email, name, culture, operator, call }),
  );
  return [
    outcome === 'made'
      ? `${username} is the first member of the club`
      : `the first member is ${username} <${email}> now`,
    `An email to ${email} says how to set the password. Until it is set, the same command corrects a mistaken name or address.`,
  ];
}

const FROZEN_BY = { member: 'the member', former_address: 'the link to a former address', support: 'support' } as const;

const APP = {
  none: 'no app was set up',
  kept: 'the app that was set up before stays, and signing in asks for it (if it is lost or a thief’s: members unbind)',
  removed: 'the app that a thief may have set up is removed',
} as const;

const FIELDS = { username: 'a username', email: 'an email address', name: 'a name' } as const;

/**
 * The first member's name follows the rules of sign-up, and so does a new address; the contract defines both. @throws
 * Refused
 */
function requireAsAtSignUp(given: Readonly<Partial<Record<keyof typeof FIELDS, string>>>): void {
  for (const [field, text] of Object.entries(given) as [keyof typeof FIELDS, string][]) {
    const [finding] = checkOfSchema(`Registration/properties/${field}`)(text) ?? [];
    if (finding !== undefined)
      throw new Refused(`${JSON.stringify(text)} is not ${FIELDS[field]}: it ${finding.message}`);
  }
}

function cultureOf(typed: string): Culture {
  const found = CULTURES.find((culture) => culture === typed);
  if (found === undefined)
    throw new Refused(`there is no language ${JSON.stringify(typed)}; there are ${CULTURES.join(', ')}`);
  return found;
}

async function show({ services, operator, call, args }: CommandLine): Promise<string[]> {
  const {
    words: [typed = ''],
  } = readArguments(args, { words: [1, 1] });
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
  const requests = await db
    .selectFrom('support_requests')
    .selectAll()
    .where('member_id', '=', id)
    .orderBy('asked_at')
    .execute();
  const formers = await notifiedFormerAddresses(db, {
    memberId: id,
    since: secondsAfter(member.frozen_at ?? now, -FREEZE_LINK_SECONDS),
    now,
  });
  const sessions = await db
    .selectFrom('sessions')
    .select(['device', 'last_used_at'])
    .where('member_id', '=', id)
    .where('ended_at', 'is', null)
    .where('absolute_end', '>', now)
    .orderBy('last_used_at', 'desc')
    .execute();
  const passkeys = await db
    .selectFrom('passkeys')
    .select(['added_at', 'last_used_at'])
    .where('member_id', '=', id)
    .orderBy('added_at', 'desc')
    .execute();
  const balances = Object.entries(await balancesOf(db, id)).filter(([, amount]) => amount !== '0');
  await audit(db, { kind: 'member_read', at: now, memberId: null, call, details: { operator, memberId: id } });
  const held = await moneyHeldUntil(db, services, id);
  const limit = await allowListOf(db, services, id);
  const book = await listAddresses(db, id, await trustedMoment(services));
  return [
    `${member.username}  ${oneLine(member.name)}  <${member.email}>  ${member.culture}`,
    `  joined ${member.joined_at.toISOString()}  seat ${member.seat_no ?? 'none'}  introduced by ${member.introducer ?? 'nobody'}`,
    `  ${frozenText(member)}${member.password_hash === null ? '; no password is set' : ''}`,
    `  outgoing money: ${held !== null ? `HELD until ${held.toISOString()}` : 'not held'}`,
    `  withdrawals: ${limit.state === 'off' ? 'to any address' : 'only to saved addresses'}${limit.offAt === null ? '' : ` until ${limit.offAt.toISOString()}`}`,
    ...book.flatMap(({ asset, network, address, newSince }) =>
      newSince === null ? [] : [`  new in the address book since ${newSince}: ${asset} on ${network}, ${address}`],
    ),
    `  second factor: ${factor === null ? 'codes by email' : `app since ${factor.enabledAt.toISOString()}${factor.settled ? '' : ' (provisional: a password reset removes it)'}, ${await recoveryCodesLeft(db, id)} recovery codes left`}`,
    `  passkeys: ${passkeysText(passkeys)}`,
    ...formers.map(
      ({ address, hasLink }) =>
        `  former address ${address}: ${hasLink ? 'has a link that freezes the account' : 'has no link left; it was used, or ended'}`,
    ),
    ...requests.flatMap(requestLines),
    `  sessions: ${sessions.length === 0 ? 'none' : sessions.map(({ device, last_used_at: at }) => `${oneLine(device)} (${at.toISOString()})`).join(', ')}`,
    `  balances: ${balances.length === 0 ? 'none' : balances.map(([asset, amount]) => `${amount} ${asset}`).join(', ')}`,
  ];
}

/** When each passkey was added and last used; how support judges who has got in. */
function passkeysText(passkeys: readonly Pick<Selectable<PasskeysTable>, 'added_at' | 'last_used_at'>[]): string {
  if (passkeys.length === 0) return 'none';
  return passkeys
    .map(
      ({ added_at: added, last_used_at: used }) =>
        `added ${added.toISOString()}, ${used === null ? 'never used' : `last used ${used.toISOString()}`}`,
    )
    .join('; ');
}

/** Whether an account is frozen, since when and by whom; a former address whose link was used is named. */
function frozenText({
  frozen_at: at,
  frozen_by: by,
  frozen_from: from,
}: Pick<Selectable<MembersTable>, 'frozen_at' | 'frozen_by' | 'frozen_from'>): string {
  if (at === null) return 'not frozen';
  return `FROZEN since ${at.toISOString()} by ${FROZEN_BY[by ?? 'member']}${from === null ? '' : `; ${from} pressed its link`}`;
}

/**
 * Open requests to remove the app or to change the address, and an address that support gave, with the one before it.
 */
function requestLines(request: Selectable<SupportRequestsTable>): string[] {
  const {
    kind,
    address,
    address_before: before,
    asked_by: by,
    due_at: due,
    ended_at: ended,
    ended_by: endedBy,
    outcome,
  } = request;
  if (kind === 'factor')
    return ended === null
      ? [`  the app is about to be removed: requested by ${by}, possible from ${due.toISOString()} on`]
      : [];
  if (ended === null)
    return [
      `  ${[`about to get the address ${address}: requested by ${by}, possible from ${due.toISOString()} on`, ...objectionsTo(request)].join('; ')}`,
    ];
  return outcome === 'done'
    ? [
        `  got the address ${address} in place of ${before} at ${ended.toISOString()}: requested by ${by}, confirmed by ${endedBy}`,
      ]
    : [];
}

/** Text that members typed cannot begin a new line. */
function oneLine(text: string): string {
  return text.replace(/\p{Control}+/gu, ' ');
}

function freeze(asked: CommandLine): Promise<string[]> {
  return act(
    asked,
    async (trx, services, wanted) => `is frozen; ${await freezeForMember(trx, services, wanted)} sessions ended`,
  );
}

function thaw(asked: CommandLine): Promise<string[]> {
  return act(
    asked,
    async (trx, services, wanted, valued) => {
      const heldUntil = await thawForMember(trx, services, wanted, readSaid(valued, '--despite') ?? null);
      return heldUntil === null ? 'is thawed' : `is thawed; outgoing money is held until ${heldUntil.toISOString()}`;
    },
    ['--despite'],
  );
}

function endSessions(asked: CommandLine): Promise<string[]> {
  return act(
    asked,
    async (trx, services, wanted) =>
      `is signed out everywhere; ${await endSessionsForMember(trx, services, wanted)} sessions ended`,
  );
}

type Act = (trx: Trx, services: Services, wanted: SupportAct, valued: ReadonlyMap<string, string>) => Promise<string>;

/** Acts on the account of a username, for a recorded reason. */
async function act(
  { services, operator, call, args }: CommandLine,
  doIt: Act,
  besides: readonly string[] = [],
): Promise<string[]> {
  const {
    words: [username = ''],
    valued,
  } = readArguments(args, { words: [1, 1], valued: ['--reason', ...besides] });
  const reason = readSaid(valued, '--reason');
  if (reason === undefined) throw new WrongUsage('--reason is missing');
  const memberId = await memberOf(services, username);
  const done = await inTransaction(services.db, (trx) =>
    doIt(trx, services, { memberId, operator, call, reason }, valued),
  );
  return [`${username} ${done}; the member is notified by email`];
}

async function unbind({ services, operator, call, args }: CommandLine): Promise<string[]> {
  const {
    words: [username = ''],
    valued,
    plain,
  } = readArguments(args, { words: [1, 1], valued: ['--proof'], plain: ['--confirm', '--cancel'] });
  const proof = readSaid(valued, '--proof');
  if ([proof !== undefined, plain.has('--confirm'), plain.has('--cancel')].filter(Boolean).length !== 1)
    throw new WrongUsage('one of --proof TEXT, --confirm and --cancel is needed');
  const memberId = await memberOf(services, username);
  // The member's time to object may not have passed.
  if (plain.has('--confirm')) await assertClockTrusted(services);
  const wanted = (reason: string): SupportAct => ({ memberId, operator, call, reason });
  return inTransaction(services.db, async (trx) => {
    if (proof !== undefined) {
      const due = await askFactorRemoval(trx, services, wanted(proof));
      return [
        `the member is notified by email; from ${due.toISOString()} on, another operator may confirm it with: members unbind ${username} --confirm`,
      ];
    }
    if (plain.has('--confirm')) {
      const heldUntil = await removeLostFactor(trx, services, wanted('the app is lost'));
      return [
        `the app of ${username} is removed; everyone is signed out, and outgoing money is held until ${heldUntil.toISOString()}; the member is notified by email`,
      ];
    }
    await cancelFactorRemoval(trx, services, wanted('withdrawn'));
    return [`the app of ${username} stays`];
  });
}

async function address({ services, operator, call, args }: CommandLine): Promise<string[]> {
  const {
    words: [username = '', typed],
    valued,
    plain,
  } = readArguments(args, { words: [1, 2], valued: ['--proof', '--despite'], plain: ['--confirm', '--cancel'] });
  const [proof, despite] = [readSaid(valued, '--proof'), readSaid(valued, '--despite')];
  const [confirms, cancels] = [plain.has('--confirm'), plain.has('--cancel')];
  if ([proof !== undefined, confirms, cancels].filter(Boolean).length !== 1)
    throw new WrongUsage('one of --proof TEXT, --confirm and --cancel is needed');
  if (despite !== undefined && !confirms) throw new WrongUsage('--despite TEXT belongs to --confirm');
  const memberId = await memberOf(services, username);
  const wanted = (reason: string): SupportAct => ({ memberId, operator, call, reason });
  if (cancels) {
    if (typed !== undefined) throw new WrongUsage('--cancel takes no address');
    await inTransaction(services.db, (trx) => cancelAddress(trx, services, wanted('withdrawn')));
    return [`the address of ${username} stays, and so does the freeze`];
  }
  if (typed === undefined) throw new WrongUsage('the new address is missing');
  requireAsAtSignUp({ email: typed });
  // The notified addresses' time to object may not have passed.
  if (confirms) await assertClockTrusted(services);
  return inTransaction(services.db, async (trx) => {
    if (proof !== undefined) {
      const { dueAt, formerAddresses } = await askAddress(trx, services, wanted(proof), typed);
      return [
        `the current address and ${formerText(formerAddresses)} are notified by email; from ${dueAt.toISOString()} on, another operator may confirm it with: members address ${username} ${typed} --confirm`,
        'Until then only support could thaw the account; look for withdrawals of the thief with: withdrawals list',
      ];
    }
    const { heldUntil, app, formerAddresses } = await giveAddress(
      trx,
      services,
      wanted(despite ?? 'the address is lost'),
      { address: typed, despite: despite ?? null },
    );
    return [
      `${username} has the address ${typed}; the password is gone and everyone is signed out; outgoing money is held until ${heldUntil.toISOString()}; this address and ${formerText(formerAddresses)} are notified by email`,
      APP[app],
      `The account stays frozen. When the member has set a password at /ForgotPassword, open it with: members thaw ${username} --reason TEXT`,
    ];
  });
}

/** How many former addresses were notified, besides the other one. */
function formerText(count: number): string {
  return `${count} former ${count === 1 ? 'one' : 'ones'}`;
}

/** The member of a username or an address. @throws Refused */
async function memberOf({ db }: Services, typed: string): Promise<string> {
  const member = await db
    .selectFrom('members')
    .select('id')
    .where(typed.includes('@') ? 'email_key' : 'username_key', '=', nameKey(typed))
    .executeTakeFirst();
  if (member === undefined) throw new Refused(`there is no member ${JSON.stringify(typed)}`);
  return member.id;
}
