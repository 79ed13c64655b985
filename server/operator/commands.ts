// What operators do from the command line; each act is recorded with the operator's name.
import { normal } from '#money/amount.ts';
import { isAsset } from '#money/assets.ts';
import { audit, type AuditEvent } from '#server/audit/audit.ts';
import { setMaintenance } from '#server/club/state.ts';
import { inTransaction } from '#server/db/kysely.ts';
import type { ReceiptKind } from '#server/db/tables.ts';
import { approveDeposit } from '#server/deposits/payments.ts';
import { checkBooks } from '#server/ledger/check-books.ts';
import { listRates } from '#server/rates/list.ts';
import { setRate } from '#server/rates/rates.ts';
import type { Services } from '#server/services.ts';
import { approveWithdrawal, completeWithdrawal, refuseWithdrawal } from '#server/withdrawals/steps.ts';
import { Refused, WrongUsage } from './errors.ts';

/** One command line: what was asked, and by whom. */
export interface Asked {
  services: Services;
  operator: string;
  call: AuditEvent['call'];
  args: readonly string[];
}

interface Command {
  usage: string;
  help: string;
  /** Lines to print. @throws Refused, WrongUsage; nothing has changed then */
  run(asked: Asked): Promise<string[]>;
}

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
  'maintenance on': { usage: 'maintenance on [--until MOMENT]', help: 'close the club for members', run: (asked) => maintenance(asked, true) },
  'maintenance off': { usage: 'maintenance off', help: 'open it again', run: (asked) => maintenance(asked, false) },
  'books check': { usage: 'books check', help: 'compare all balances with their postings', run: books },
};

/** Runs one command line. @throws Refused, WrongUsage */
export async function runCommand(services: Services, line: { args: readonly string[]; operator: string }): Promise<string[]> {
  const [group = '', verb = '', ...args] = line.args;
  const name = `${group} ${verb}`.trim();
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) throw new WrongUsage(usage());
  const call = { requestId: `op-${services.random.uuid()}`, device: '' };
  return command.run({ services, operator: line.operator, call, args });
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
  const [reference, ...more] = args;
  if (reference === undefined || more.length > 0) throw new WrongUsage(usage());
  const row = await services.db.selectFrom('receipts').select('id').where('reference', '=', reference.toUpperCase()).where('kind', '=', kind).executeTakeFirst();
  if (row === undefined) throw new Refused(`there is no ${kind} ${reference}`);
  await inTransaction(services.db, (trx) => step(trx, services, row.id));
  return [`${reference.toUpperCase()} is ${done}`];
}

async function complete(asked: Asked): Promise<string[]> {
  const [reference, flag, transactionId = '', ...more] = asked.args;
  if (reference === undefined || flag !== '--tx' || !TRANSACTION.test(transactionId) || more.length > 0) throw new WrongUsage(usage());
  return onRecord({ services: asked.services, args: [reference] }, 'withdrawal', 'completed', (trx, services, id) => completeWithdrawal(trx, services, { id, actor: actorOf(asked), transactionId }));
}

async function records({ services, args }: Asked, kind: ReceiptKind, statuses: string[]): Promise<string[]> {
  if (args.length > 0) throw new WrongUsage(usage());
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
  if (args.length > 0) throw new WrongUsage(usage());
  const { items } = await listRates(services.db, services.clock.now());
  return items.map(({ asset, usd, at, source, stale }) => `${asset.padEnd(5)} ${usd} USD  since ${at}  by ${source}${stale ? '  OUT OF DATE' : ''}`);
}

async function newRate({ services, operator, call, args }: Asked): Promise<string[]> {
  const [name = '', usd, ...more] = args;
  if (usd === undefined || more.length > 0) throw new WrongUsage(usage());
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
  const [flag, moment, ...more] = args;
  const until = on && flag === '--until' && moment !== undefined ? new Date(moment) : null;
  if (more.length > 0 || (flag !== undefined && until === null)) throw new WrongUsage(usage());
  if (until !== null && !Number.isFinite(until.getTime())) throw new Refused(`${JSON.stringify(moment)} is not a moment such as 2026-11-21T06:00:00Z`);
  await setMaintenance(services.db, { on, until });
  await audit(services.db, { kind: 'maintenance_set', at: services.clock.now(), memberId: null, call, details: { operator, on } });
  return [on ? `the club is closed${until === null ? '' : ` until ${until.toISOString()}`}` : 'the club is open'];
}

async function books({ services, operator, call, args }: Asked): Promise<string[]> {
  if (args.length > 0) throw new WrongUsage(usage());
  const now = services.clock.now();
  const found = await checkBooks(services.db, { now, full: true });
  await audit(services.db, { kind: 'books_checked', at: now, memberId: null, call, details: { operator, found: found.kind } });
  if (found.kind === 'disagree') throw new Refused(['the books disagree, and money is stopped:', ...found.violations].join('\n'));
  return [found.kind === 'agree' ? 'the books agree' : 'another check is running; try again'];
}
