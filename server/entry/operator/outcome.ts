import { MonthRefused } from '#server/domain/bonuses/close-month.ts';
import { PaymentError } from '#server/domain/chain/development/pay.ts';
import { AccountRefused } from '#server/domain/support-requests/account-refused.ts';
import { ClockDoubted } from '#server/domain/club/trusted-clock.ts';
import { OneLineError, reasonOf } from '#server/platform/system/one-line-error.ts';
import { damageLine } from '#server/platform/db/damage.ts';
import { isUnavailable } from '#server/platform/db/unavailable.ts';
import { BooksStopped } from '#server/domain/ledger/books-open.ts';
import { StepRefused } from '#server/domain/receipts/steps.ts';
import { RateMissing } from '#server/domain/rates/rates.ts';
import { RulesRefused } from '#server/domain/rules/add-rules.ts';
import { NewsRefused } from '#server/domain/contents/publish-news.ts';
import { SourceRefused } from '#server/domain/contents/source.ts';
import { DepositActRefused } from '#server/domain/deposits/act-refused.ts';
import { InquiryRefused } from '#server/domain/inquiries/steps.ts';
import { PayoutRefused } from '#server/domain/withdrawals/paid-by.ts';
import { RestoreRefused } from '#server/domain/restores/review.ts';
import type { Services } from '#server/domain/services/services.ts';
import { runAlone, runCommand } from './commands.ts';
import type { AskedAlone, Line } from './command.ts';
import { Refused, WrongUsage } from './errors.ts';

/** The result of a command line: text, and the exit code (1 refused, 2 wrong usage, 3 not known). */
export interface Outcome {
  code: 0 | 1 | 2 | 3;
  text: string;
  /** The club that answered. */
  club?: string;
}

/** The errors that prevent a command; each message is for the operator. */
const REFUSALS = [
  Refused,
  OneLineError,
  StepRefused,
  PayoutRefused,
  RestoreRefused,
  BooksStopped,
  ClockDoubted,
  AccountRefused,
  RulesRefused,
  MonthRefused,
  RateMissing,
  PaymentError,
  SourceRefused,
  NewsRefused,
  InquiryRefused,
  DepositActRefused,
  RangeError,
];

/** Runs a command line; every expected error becomes text. */
export async function outcomeOf(services: Services, line: Line): Promise<Outcome> {
  return told(() => runCommand(services, line));
}

/** The same for a command that needs no club. */
export async function outcomeOfAlone(words: readonly string[], asked: Omit<AskedAlone, 'args'>): Promise<Outcome> {
  return told(() => runAlone(words, asked));
}

async function told(run: () => Promise<string[]>): Promise<Outcome> {
  try {
    return { code: 0, text: (await run()).join('\n') };
  } catch (error) {
    if (error instanceof WrongUsage) return { code: 2, text: error.message };
    if (REFUSALS.some((kind) => error instanceof kind)) return { code: 1, text: (error as Error).message };
    if (isUnavailable(error))
      return { code: 1, text: `the database is unreachable or busy (${reasonOf(error)}); try again` };
    const damage = damageLine(error);
    if (damage !== null) return { code: 1, text: damage };
    throw error;
  }
}
