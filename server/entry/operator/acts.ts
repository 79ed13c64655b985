// For every operator's command: what it does to members' accounts and money, in one table. tests/api/acts/acts.test.ts
// compares it with the list of commands and generates docs/security/acts.md, so that a new command without a line
// fails.
import type { NoticeKind as ListedKind } from '#server/platform/db/house-tables.ts';
import type { AlarmKind, NoticeKind } from '#server/platform/mail/kinds.ts';

/**
 * A command that changes what protects an account, that moves a member's money or lets it proceed, or that only writes
 * to a member.
 */
export interface OperatorAct {
  readonly kind: 'account' | 'money' | 'words';
  /** What it requires besides an operator at the machine. */
  readonly asks: string;
  /** Whether outgoing money is held for 24 hours afterwards. */
  readonly holds: 'no' | 'yes' | 'without a settled app';
  /** The mails. Those that members may switch off are sent unless they did. */
  readonly tells: readonly (AlarmKind | NoticeKind)[];
  /** What the member is shown under the bell. */
  readonly lists: readonly ListedKind[];
  readonly why: string;
}

const account = (act: Omit<OperatorAct, 'kind'>): OperatorAct => ({ kind: 'account', ...act });
const money = (act: Omit<OperatorAct, 'kind' | 'holds'>): OperatorAct => ({ kind: 'money', holds: 'no', ...act });
const words = (act: Omit<OperatorAct, 'kind' | 'holds'>): OperatorAct => ({ kind: 'words', holds: 'no', ...act });
/** What is listed if an act ends what was begun: the limit to saved addresses stays on, and new ones wait again. */
const ENDED = ['allowListKept', 'newAddressesWait'] as const;
/** By itself it changes neither an account nor anybody's money. */
const NEITHER = 'neither' as const;

export const OPERATOR_ACTS: Readonly<Record<string, OperatorAct | typeof NEITHER>> = {
  'members root': account({
    asks: 'that the first member has no password',
    holds: 'no',
    tells: ['firstMember'],
    lists: [],
    why: 'Creates the first member, or corrects name and address; whatever was begun from the wrong mailbox ends.',
  }),
  'members freeze': account({
    asks: 'a reason',
    holds: 'no',
    tells: ['frozenBySupport'],
    lists: ENDED,
    why: 'Does what freezeAccount does, and only “members thaw” undoes it.',
  }),
  'members thaw': account({
    asks: 'a reason, no pending request for a new address, and a reason to overrule a former address that has frozen it again',
    holds: 'without a settled app',
    tells: ['accountThawed', 'accountThawedHeld', 'accountThawedFormer', 'accountThawedOverruled'],
    lists: ['moneyHeld', ...ENDED],
    why: 'Opens the account; signing in asks for the same as before.',
  }),
  'members end-sessions': account({
    asks: 'a reason',
    holds: 'no',
    tells: ['sessionsEndedBySupport'],
    lists: ENDED,
    why: 'Signs everyone out and ends everything unfinished.',
  }),
  'members unbind': account({
    asks: 'a proof of identity, 72 hours, a second operator, and no use of a settled app meanwhile',
    holds: 'yes',
    tells: ['factorRemovalAsked', 'provisionalRemovalAsked', 'twoFactorOff'],
    lists: ['moneyHeld', ...ENDED],
    why: 'Removes an app that was lost.',
  }),
  'members address': account({
    asks: 'a frozen account, a proof of identity, 72 hours, a second operator who enters the address too, and an answer to any objection',
    holds: 'yes',
    tells: ['frozenBySupport', 'addressAsked', 'addressGiven', 'addressTaken', 'twoFactorOff'],
    lists: ['moneyHeld', ...ENDED],
    why: 'Returns an account whose address a thief changed to its owner: without password, sessions or an app that the thief may have set up, and frozen until “members thaw”.',
  }),
  'deposits approve': money({
    asks: 'a deposit that was below the minimum, or came to an address of a retired key; --yes while a restore is not accepted',
    tells: ['depositCredited'],
    lists: ['depositCredited'],
    why: 'Credits what has arrived on the chain.',
  }),
  'deposits return': money({
    asks: 'a deposit that is held, a confirmed transaction that is nothing else in the books, and a reason; --yes if no node can say, if it sent back another deposit too, and while a restore is not accepted',
    tells: [],
    lists: [],
    why: 'Records that it went back to its sender, so that it is never credited; its receipt says so.',
  }),
  'deposits retire': money({
    asks: 'a key of deposit addresses that is not in force, and a reason; --yes if a server may have it still',
    tells: ['addressRetired'],
    lists: [],
    why: 'Ends the requests at its addresses, and lets what is paid to them wait for an operator.',
  }),
  'withdrawals approve': money({
    asks: 'a withdrawal that waits for it',
    tells: [],
    lists: ['withdrawalApproved'],
    why: 'Lets a withdrawal that its member has confirmed proceed.',
  }),
  'withdrawals refuse': money({
    asks: 'a withdrawal that is not paid',
    tells: ['withdrawalRefused'],
    lists: ['withdrawalRefused'],
    why: 'Returns the whole amount to the member’s wallet.',
  }),
  'withdrawals complete': money({
    asks: 'an approved withdrawal that is due, and a transaction that the node knows, that pays the net amount to its address and has paid no other withdrawal',
    tells: ['withdrawalCompleted'],
    lists: ['withdrawalPaid'],
    why: 'Records what was paid outside Perch.',
  }),
  'months close': money({
    asks: 'a month that is over',
    tells: [],
    lists: ['binaryBonus'],
    why: 'Pays each member the binary bonus of the month, once.',
  }),
  'clock accept': money({
    asks: 'a clock that jumped',
    tells: [],
    lists: [],
    why: 'Lets what is due by the clock be paid again.',
  }),
  'books correct': money({
    asks: 'two of the club’s own accounts, and a reason',
    tells: [],
    lists: [],
    why: 'Posts a correcting journal; no member’s balance changes.',
  }),
  'books reopen': money({ asks: 'books that agree', tells: [], lists: [], why: 'Lets money move again.' }),
  'restored unpaid': money({
    asks: 'a restore that is not accepted, a proof, and no payment of it on the chain',
    tells: [],
    lists: [],
    why: 'Notes that a withdrawal was not paid in the time that a restore has lost, so that it is paid later.',
  }),
  'restored payout': money({
    asks: 'a restore that is not accepted, and a transaction that the node knows and that pays the net amount to the address',
    tells: ['withdrawalCompleted'],
    lists: ['withdrawalApproved', 'withdrawalPaid'],
    why: 'Records a withdrawal that was asked for and paid in the time that is lost.',
  }),
  'restored address': money({
    asks: 'an address that may have been given out in the time that is lost, and a proof of whose it is',
    tells: ['depositCredited', 'depositRefused', 'depositAtRetired'],
    lists: ['depositSeen', 'depositCredited', 'depositHeld'],
    why: 'Gives a deposit address, and what was paid to it, to its member.',
  }),
  'restored accept': money({
    asks: 'books that agree, chains that are read, and a decision on every withdrawal in doubt',
    tells: [],
    lists: [],
    why: 'Lets money move again after a restore.',
  }),
  'restored begin': money({
    asks: 'nothing: it stops money and signs everyone out',
    tells: [],
    lists: [],
    why: 'Says that the database was put back by other means.',
  }),
  'rates set': money({
    asks: '--yes beyond 10% of the rate before',
    tells: [],
    lists: [],
    why: 'Sets the rates for exchanges and purchases.',
  }),
  'rules set': money({
    asks: 'a moment from which they apply, and --yes beyond 10% of the version before or the one in force, or for a text version that is not the next',
    tells: [],
    lists: [],
    why: 'Sets fees, limits and rates of stakes.',
  }),
  'rules withdraw': money({
    asks: 'a version that has not begun',
    tells: [],
    lists: [],
    why: 'Withdraws coming rules; the earlier ones stay in force.',
  }),
  pay: money({ asks: 'the development chain', tells: [], lists: [], why: 'Pays an address with worthless money.' }),
  'inquiries answer': words({
    asks: 'an inquiry, and a text',
    tells: ['inquiryAnswered'],
    lists: ['inquiryAnswered'],
    why: 'Answers a member; it changes neither an account nor a balance.',
  }),
  'maintenance on': NEITHER,
  'maintenance off': NEITHER,
  'secret rotate': NEITHER,
  backup: NEITHER,
  restore: NEITHER,
  'database prepare': NEITHER,
  status: NEITHER,
  'members show': NEITHER,
  'member statement': NEITHER,
  'deposits list': NEITHER,
  'deposits keys': NEITHER,
  'withdrawals list': NEITHER,
  'rates list': NEITHER,
  'rates currency': NEITHER,
  'rules show': NEITHER,
  'stakes list': NEITHER,
  'months list': NEITHER,
  'months show': NEITHER,
  export: NEITHER,
  'inquiries list': NEITHER,
  'inquiries show': NEITHER,
  'inquiries close': NEITHER,
  'news list': NEITHER,
  'news add': NEITHER,
  'news publish': NEITHER,
  'news retract': NEITHER,
  'contents show': NEITHER,
  'contents set': NEITHER,
  'clock show': NEITHER,
  'books check': NEITHER,
  'restored show': NEITHER,
};

/** Commands without a line, and lines without a command. */
export function commandMismatches(
  commands: readonly string[],
  lines: Readonly<Record<string, unknown>> = OPERATOR_ACTS,
): string[] {
  const missing = commands.filter((name) => !Object.hasOwn(lines, name)).map((name) => `${name} has no line`);
  return [
    ...missing,
    ...Object.keys(lines)
      .filter((name) => !commands.includes(name))
      .map((name) => `${name} is not a command`),
  ];
}
