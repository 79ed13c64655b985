// The books from the command line: what stopped them, how to correct them, and how to reopen them (S-17).
import { compare, isDecimal, isPositive, negate } from '#money/amount.ts';
import { isAsset, scaleOf, type Asset } from '#money/assets.ts';
import { readBooksStop } from '#server/domain/ledger/books-open.ts';
import { checkBooks, reopenBooks, stakesGaps, type BooksCheck, type Gap } from '#server/domain/ledger/check-books.ts';
import { CLUB_ACCOUNTS, post, type ClubAccount } from '#server/domain/ledger/post.ts';
import { readRestore } from '#server/domain/restores/hold.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { readArguments, readSaid, type CommandLine, type Commands } from './command.ts';
import { Refused, WrongUsage } from './errors.ts';
import { nearestName } from '#server/platform/system/nearest.ts';

export const booksCommands: Commands = {
  'books check': {
    usage: 'books check',
    help: 'compare all balances with their postings, and say why money is stopped',
    run: check,
  },
  'books correct': {
    usage: 'books correct AMOUNT ASSET FROM TO --reason TEXT',
    help: "post a correcting journal between two of the club's own accounts",
    more: [
      `Accounts: ${CLUB_ACCOUNTS.join(', ')}.`,
      'It works while money is stopped. Nothing is rewritten: a correction is one more journal, which stays in the books with its reason. A correction that would make the books disagree, or disagree more, is refused.',
    ],
    run: correct,
  },
  'books reopen': {
    usage: 'books reopen',
    help: 'check all books, and let money move again if they agree',
    more: ['If they still disagree, it prints what was found, and money stays stopped.'],
    run: reopen,
  },
};

const BUSY = 'another check is running, or a long transaction is writing; try again';

async function check({ services, operator, call, args }: CommandLine): Promise<string[]> {
  readArguments(args, { words: [0, 0] });
  const { db, clock } = services;
  const now = clock.now();
  const found = await checkBooks(db, { now, full: true });
  await audit(db, { kind: 'books_checked', at: now, memberId: null, call, details: { operator, found: found.kind } });
  if (found.kind === 'busy') throw new Refused(BUSY);
  const stop = await readBooksStop(db);
  if (stop === null) return ['the books agree'];
  if (found.kind === 'disagree')
    throw new Refused(
      [
        `the books disagree, and money has been stopped since ${stop.since.toISOString()}:`,
        ...indented(found.violations),
        ...before(stop.findings, found),
      ].join('\n'),
    );
  throw new Refused(
    [
      `the books agree now, but money has been stopped since ${stop.since.toISOString()}:`,
      ...indented(stop.findings),
      'Let it move again with: books reopen',
    ].join('\n'),
  );
}

/** The first findings, if they are not found any more. */
function before(first: readonly string[], found: Extract<BooksCheck, { kind: 'disagree' }>): string[] {
  const mended = first.filter((finding) => !found.violations.includes(finding));
  return mended.length === 0 ? [] : ['What stopped money at first and is no longer found:', ...indented(mended)];
}

function indented(findings: readonly string[]): string[] {
  return findings.length === 0 ? ['  nothing was written down'] : findings.map((finding) => `  ${finding}`);
}

async function reopen({ services, operator, call, args }: CommandLine): Promise<string[]> {
  readArguments(args, { words: [0, 0] });
  const { db, clock } = services;
  const now = clock.now();
  const stop = await readBooksStop(db);
  if (stop === null) throw new Refused('money is not stopped');
  const found = await reopenBooks(db, now, (trx) =>
    audit(trx, {
      kind: 'books_reopened',
      at: now,
      memberId: null,
      call,
      details: { operator, stoppedAt: stop.since.toISOString(), findings: stop.findings.length },
    }),
  );
  if (found.kind === 'busy') throw new Refused(BUSY);
  if (found.kind === 'disagree')
    throw new Refused(['the books still disagree, and money stays stopped:', ...indented(found.violations)].join('\n'));
  const restore = await readRestore(db);
  if (restore !== null) return ['the books agree; money moves again once the restore is accepted: restored show'];
  return [`the books agree; money moves again after ${minutesBetween(stop.since, now)} minutes`];
}

function minutesBetween(from: Date, to: Date): number {
  return Math.ceil((to.getTime() - from.getTime()) / 60_000);
}

/** Wallets are never touched: a member's balance is corrected by an ordinary act, with a receipt. */
async function correct({ services, operator, call, args }: CommandLine): Promise<string[]> {
  const {
    words: [amount = '', name = '', from = '', to = ''],
    valued,
  } = readArguments(args, { words: [4, 4], valued: ['--reason'] });
  const reason = readSaid(valued, '--reason');
  if (reason === undefined) throw new WrongUsage('--reason is missing');
  const asset = name.toUpperCase();
  if (!isAsset(asset)) throw new Refused(`${JSON.stringify(name)} is not an asset`);
  requireAmount(amount, asset);
  const [source, target] = [accountOf(from), accountOf(to)];
  if (source === target) throw new Refused('both accounts are the same');
  const at = services.clock.now();
  const journal = await inTransaction(services.db, async (trx) => {
    const before = await stakesGaps(trx);
    const { journalId } = await post(trx, {
      key: `correction:${services.random.uuid()}`,
      at,
      kind: 'correction',
      memberId: null,
      ruleVersion: null,
      receiptId: null,
      details: { reason, operator },
      legs: [
        { account: source, asset, amount: negate(amount) },
        { account: target, asset, amount },
      ],
    });
    refuseWorse(before, await stakesGaps(trx));
    await audit(trx, {
      kind: 'books_corrected',
      at,
      memberId: null,
      call,
      details: { operator, journal: String(journalId), amount, asset, from: source, to: target, reason },
    });
    return journalId;
  });
  return [`journal ${journal} moves ${amount} ${asset} from ${source} to ${target}`];
}

/**
 * A correction may leave less to correct, never more: otherwise the next check would stop the club because of it.
 * @throws Refused; the posting is rolled back
 */
function refuseWorse(before: readonly Gap[], after: readonly Gap[]): void {
  const worse = after.find(
    ({ asset, size }) => compare(size, before.find((gap) => gap.asset === asset)?.size ?? '0') > 0,
  );
  if (worse !== undefined) throw new Refused(`then the books would disagree, so nothing is posted: ${worse.what}`);
}

function requireAmount(amount: string, asset: Asset): void {
  const decimals = amount.split('.')[1]?.length ?? 0;
  if (!isDecimal(amount) || !isPositive(amount) || decimals > scaleOf(asset) || compare(amount, MOST) > 0)
    throw new Refused(`${JSON.stringify(amount)} is not an amount of ${asset}`);
}

/** The assets that the books can hold. */
const MOST = '99999999999999999999';

function accountOf(typed: string): ClubAccount {
  const account = CLUB_ACCOUNTS.find((candidate) => candidate === typed);
  if (account !== undefined) return account;
  const meant = nearestName(typed, CLUB_ACCOUNTS);
  throw new Refused(
    `there is no account ${JSON.stringify(typed)}; ${meant === null ? `there are ${CLUB_ACCOUNTS.join(', ')}` : `did you mean ${meant}?`}`,
  );
}
