// What operators do from the command line; each act is recorded with the operator's name.
import { normal } from '#money/amount.ts';
import { isAsset } from '#money/assets.ts';
import { audit } from '#server/audit/audit.ts';
import { setMaintenance } from '#server/club/state.ts';
import { inTransaction } from '#server/db/kysely.ts';
import type { ReceiptKind } from '#server/db/tables.ts';
import { approveDeposit } from '#server/deposits/payments.ts';
import { checkBooks } from '#server/ledger/check-books.ts';
import { listRates } from '#server/rates/list.ts';
import { setRate } from '#server/rates/rates.ts';
import type { Services } from '#server/services.ts';
import { approveWithdrawal, completeWithdrawal, refuseWithdrawal } from '#server/withdrawals/steps.ts';
import { readArguments, readMoment, type Asked, type Command } from './command.ts';
import { Refused, WrongUsage } from './errors.ts';
import { exportHistories } from './export.ts';
import { nearestName } from './nearest.ts';
import { pay } from './pay.ts';
import { setRules, showRules } from './rules.ts';
import { listStakes } from './stakes.ts';
import { statement } from './statement.ts';

const TRANSACTION = /^\S{1,128}$/;

export const commands: Readonly<Record<string, Command>> = {
  'deposits list': { usage: 'deposits list', help: 'deposits that are under way or not approved', run: (asked) => records(asked, 'deposit', ['inProcess', 'notApproved']) },
  'deposits approve': { usage: 'deposits approve REFERENCE', help: 'credit a deposit that was below the minimum', run: (asked) => onRecord(asked, 'deposit', 'credited', (trx, services, id) => approveDeposit(trx, services, { id, operator: asked.operator, call: asked.call })) },
  'withdrawals list': { usage: 'withdrawals list', help: 'withdrawals that wait for a decision or their payment', run: (asked) => records(asked, 'withdrawal', ['inProcess', 'approved']) },
  'withdrawals approve': { usage: 'withdrawals approve REFERENCE', help: 'approve a withdrawal', run: (asked) => onRecord(asked, 'withdrawal', 'approved', (trx, services, id) => approveWithdrawal(trx, services, { id, actor: actorOf(asked) })) },
  'withdrawals refuse': { usage: 'withdrawals refuse REFERENCE', help: 'refuse a withdrawal; the money returns', run: (asked) => onRecord(asked, 'withdrawal', 'refused; the money has returned', (trx, services, id) => refuseWithdrawal(trx, services, { id, actor: actorOf(asked) })) },
  'withdrawals complete': { usage: 'withdrawals complete REFERENCE --tx TRANSACTION', help: 'record the transaction that paid an approved withdrawal', run: complete },
  'rates list': { usage: 'rates list', help: 'the rates in force', run: rates },
  'rates set': { usage: 'rates set ASSET USD', help: 'set the rate of an asset from now on', run: newRate },
  'rules show': { usage: 'rules show', help: 'the rules in force, and what later versions change', run: showRules },
  'rules set': { usage: 'rules set NAME=VALUE … --from MOMENT', help: 'change rules from a moment on', run: setRules },
  'stakes list': { usage: 'stakes list [--member NAME] [--state STATE]', help: 'stakes, the nearest end first', run: listStakes },
  'member statement': { usage: 'member statement USERNAME [--from DAY] [--to DAY] [--csv]', help: "every posting of a member's wallets, with balances", run: statement },
  export: { usage: 'export HISTORY [--from DAY] [--to DAY]', help: 'a history of all members as CSV', run: exportHistories },
  pay: { usage: 'pay ADDRESS AMOUNT [BTC | ETH | USDT]', help: 'pay an address on the development chain', run: pay },
  'maintenance on': { usage: 'maintenance on [--until MOMENT]', help: 'close the club for members', run: (asked) => maintenance(asked, true) },
  'maintenance off': { usage: 'maintenance off', help: 'open it again', run: (asked) => maintenance(asked, false) },
  'books check': { usage: 'books check', help: 'compare all balances with their postings', run: books },
};

/** Runs one command line. @throws Refused, WrongUsage */
export async function runCommand(services: Services, line: { args: readonly string[]; operator: string }): Promise<string[]> {
  const { name, args } = commandOf(line.args);
  const command = commands[name];
  if (command === undefined) throw new WrongUsage(unknown(line.args));
  if (args.includes('--help')) return [usageOf(command), command.help];
  const call = { requestId: `op-${services.random.uuid()}`, device: '' };
  try {
    return await command.run({ services, operator: line.operator, call, args });
  } catch (error) {
    throw error instanceof WrongUsage ? new WrongUsage(`${error.message}\n${usageOf(command)}`) : error;
  }
}

/** Names are of one word or of two. */
function commandOf(words: readonly string[]): { name: string; args: readonly string[] } {
  const [first = '', second = ''] = words;
  if (Object.hasOwn(commands, first)) return { name: first, args: words.slice(1) };
  const name = `${first} ${second}`;
  return Object.hasOwn(commands, name) ? { name, args: words.slice(2) } : { name: '', args: [] };
}

/** What to say of words that are no command; null where they are one. */
export function unknownCommand(words: readonly string[]): string | null {
  return commandOf(words).name === '' ? unknown(words) : null;
}

function unknown(words: readonly string[]): string {
  const [first = '', second = ''] = words;
  if (first === '') return usage();
  const names = Object.keys(commands);
  const meant = nearestName(`${first} ${second}`.trim(), names) ?? nearestName(first, names.filter((name) => !name.includes(' ')));
  return [`there is no command ${JSON.stringify(`${first} ${second}`.trim())}${meant === null ? '' : `; did you mean ${JSON.stringify(meant)}?`}`, usage()].join('\n');
}

function usageOf(command: Command): string {
  return `Usage: npm run operator -- [--as NAME] ${command.usage}`;
}

/** The help. */
export function usage(): string {
  const width = Math.max(...Object.values(commands).map((command) => command.usage.length));
  return ['Usage: npm run operator -- [--as NAME] COMMAND', ...Object.values(commands).map((command) => `  ${command.usage.padEnd(width)}  ${command.help}`)].join('\n');
}

type Step = (trx: Parameters<typeof approveWithdrawal>[0], services: Services, id: string) => Promise<void>;

function actorOf({ operator, call }: Asked) {
  return { call, sessionId: null, operator };
}

/** Takes a step of the record that a reference names. */
async function onRecord({ services, args }: Pick<Asked, 'services' | 'args'>, kind: ReceiptKind, done: string, step: Step): Promise<string[]> {
  const { words: [reference = ''] } = readArguments(args, { words: [1, 1] });
  const row = await services.db.selectFrom('receipts').select('id').where('reference', '=', reference.toUpperCase()).where('kind', '=', kind).executeTakeFirst();
  if (row === undefined) throw new Refused(`there is no ${kind} ${reference}`);
  await inTransaction(services.db, (trx) => step(trx, services, row.id));
  return [`${reference.toUpperCase()} is ${done}`];
}

async function complete(asked: Asked): Promise<string[]> {
  const { words, valued } = readArguments(asked.args, { words: [1, 1], valued: ['--tx'] });
  const transactionId = valued.get('--tx');
  if (transactionId === undefined) throw new WrongUsage('--tx is missing');
  if (!TRANSACTION.test(transactionId)) throw new Refused(`${JSON.stringify(transactionId)} is not the id of a transaction`);
  return onRecord({ services: asked.services, args: words }, 'withdrawal', 'completed', (trx, services, id) => completeWithdrawal(trx, services, { id, actor: actorOf(asked), transactionId }));
}

async function records({ services, args }: Asked, kind: ReceiptKind, statuses: string[]): Promise<string[]> {
  readArguments(args, { words: [0, 0] });
  const rows = await services.db
    .selectFrom('receipts')
    .innerJoin('members', 'members.id', 'receipts.member_id')
    .leftJoin('withdrawals', 'withdrawals.id', 'receipts.id')
    .select(['receipts.reference', 'receipts.status', 'receipts.at', 'receipts.asset', 'receipts.net', 'members.username', 'withdrawals.address', 'withdrawals.completes_at'])
    .where('receipts.kind', '=', kind)
    .where('receipts.status', 'in', statuses)
    .orderBy('receipts.at')
    .execute();
  const now = services.clock.now();
  return rows.map((row) => {
    const due = row.completes_at === null ? [] : [`due ${row.completes_at.toISOString()}${row.completes_at <= now ? ' OVERDUE' : ''}`, String(row.address)];
    return [row.reference, row.status, row.at.toISOString(), row.username, `${normal(row.net).replace('-', '')} ${row.asset}`, ...due].join('  ');
  });
}

async function rates({ services, args }: Asked): Promise<string[]> {
  readArguments(args, { words: [0, 0] });
  const { items } = await listRates(services.db, services.clock.now());
  return items.map(({ asset, usd, at, source, stale }) => `${asset.padEnd(5)} ${usd} USD  since ${at}  by ${source}${stale ? '  OUT OF DATE' : ''}`);
}

async function newRate({ services, operator, call, args }: Asked): Promise<string[]> {
  const { words: [name = '', usd = ''] } = readArguments(args, { words: [2, 2] });
  const asset = name.toUpperCase();
  if (!isAsset(asset)) throw new Refused(`${JSON.stringify(name)} is not an asset`);
  const at = services.clock.now();
  await inTransaction(services.db, async (trx) => {
    await setRate(trx, { asset, usd, at, source: 'operator', setBy: operator });
    await audit(trx, { kind: 'rate_set', at, memberId: null, call, details: { operator, asset, usd } });
  });
  return [`1 ${asset} is ${usd} USD from ${at.toISOString()}`];
}

async function maintenance({ services, operator, call, args }: Asked, on: boolean): Promise<string[]> {
  const { valued } = readArguments(args, { words: [0, 0], valued: on ? ['--until'] : [] });
  const moment = valued.get('--until');
  const until = moment === undefined ? null : readMoment(moment);
  await setMaintenance(services.db, { on, until });
  await audit(services.db, { kind: 'maintenance_set', at: services.clock.now(), memberId: null, call, details: { operator, on } });
  return [on ? `the club is closed${until === null ? '' : ` until ${until.toISOString()}`}` : 'the club is open'];
}

async function books({ services, operator, call, args }: Asked): Promise<string[]> {
  readArguments(args, { words: [0, 0] });
  const now = services.clock.now();
  const found = await checkBooks(services.db, { now, full: true });
  await audit(services.db, { kind: 'books_checked', at: now, memberId: null, call, details: { operator, found: found.kind } });
  if (found.kind === 'disagree') throw new Refused(['the books disagree, and money is stopped:', ...found.violations].join('\n'));
  return [found.kind === 'agree' ? 'the books agree' : 'another check is running; try again'];
}
