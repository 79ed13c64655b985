// The locks that are tried, each with its trial: those that money relies on, and the inquiry's.
import { ALLOW_LIST } from './allow-list.ts';
import { BOOKS } from './books.ts';
import { BROWSERS } from './browsers.ts';
import { DRAFTS } from './drafts.ts';
import { INQUIRIES } from './inquiries.ts';
import { MONTHS } from './months.ts';
import { RECEIPTS } from './receipts.ts';
import { REQUESTS } from './requests.ts';
import { RESTORES } from './restores.ts';
import { STAKES } from './stakes.ts';
import type { Trials } from './trial.ts';
import { WALLETS } from './wallets.ts';

export const TRIALS: Trials = {
  ...DRAFTS,
  ...REQUESTS,
  ...RECEIPTS,
  ...STAKES,
  ...BOOKS,
  ...INQUIRIES,
  ...MONTHS,
  ...WALLETS,
  ...RESTORES,
  ...BROWSERS,
  ...ALLOW_LIST,
};
