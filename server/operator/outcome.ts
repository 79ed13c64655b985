import { MonthRefused } from '#server/bonuses/close-month.ts';
import { PaymentError } from '#server/chain/development/pay.ts';
import { AccountRefused } from '#server/accounts/account-refused.ts';
import { ClockDoubted } from '#server/club/trusted-clock.ts';
import { OneLineError, reasonOf } from '#server/one-line-error.ts';
import { isUnavailable } from '#server/db/unavailable.ts';
import { BooksStopped } from '#server/ledger/books-open.ts';
import { StepRefused } from '#server/receipts/steps.ts';
import { RateMissing } from '#server/rates/rates.ts';
import { RulesRefused } from '#server/rules/add-rules.ts';
import { NewsRefused } from '#server/contents/publish-news.ts';
import { SourceRefused } from '#server/contents/source.ts';
import { InquiryRefused } from '#server/inquiries/steps.ts';
import { PayoutRefused } from '#server/withdrawals/paid-by.ts';
import type { Services } from '#server/services.ts';
import { runCommand } from './commands.ts';
import type { Line } from './command.ts';
import { Refused, WrongUsage } from './errors.ts';

/** What a command line comes to: text, and the exit code (1 refused, 2 wrong usage). */
export interface Outcome {
  code: 0 | 1 | 2;
  text: string;
  /** Which club was talked to. */
  club?: string;
}

/** What keeps a command from being done; each message is one for whoever asked. */
const REFUSALS = [Refused, OneLineError, StepRefused, PayoutRefused, BooksStopped, ClockDoubted, AccountRefused, RulesRefused, MonthRefused, RateMissing, PaymentError, SourceRefused, NewsRefused, InquiryRefused, RangeError];

/** Runs a command line; whatever can be told to the operator becomes text. */
export async function outcomeOf(services: Services, line: Line): Promise<Outcome> {
  try {
    return { code: 0, text: (await runCommand(services, line)).join('\n') };
  } catch (error) {
    if (error instanceof WrongUsage) return { code: 2, text: error.message };
    if (REFUSALS.some((kind) => error instanceof kind)) return { code: 1, text: (error as Error).message };
    if (isUnavailable(error)) return { code: 1, text: `the database is away or busy (${reasonOf(error)}); try again` };
    throw error;
  }
}
