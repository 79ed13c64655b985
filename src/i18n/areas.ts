import type account from '#locales/en-US/account.json';
import type accountFreeze from '#locales/en-US/account-freeze.json';
import type accountThaw from '#locales/en-US/account-thaw.json';
import type addresses from '#locales/en-US/addresses.json';
import type challenge from '#locales/en-US/challenge.json';
import type common from '#locales/en-US/common.json';
import type confirmation from '#locales/en-US/confirmation.json';
import type dashboard from '#locales/en-US/dashboard.json';
import type contact from '#locales/en-US/contact.json';
import type contents from '#locales/en-US/contents.json';
import type deposit from '#locales/en-US/deposit.json';
import type emailChange from '#locales/en-US/email-change.json';
import type emailVerification from '#locales/en-US/email-verification.json';
import type exchange from '#locales/en-US/exchange.json';
import type forgot from '#locales/en-US/forgot.json';
import type history from '#locales/en-US/history.json';
import type mailCode from '#locales/en-US/mail-code.json';
import type maintenance from '#locales/en-US/maintenance.json';
import type money from '#locales/en-US/money.json';
import type news from '#locales/en-US/news.json';
import type newPassword from '#locales/en-US/new-password.json';
import type notFound from '#locales/en-US/not-found.json';
import type passwordChange from '#locales/en-US/password-change.json';
import type passwordRecovery from '#locales/en-US/password-recovery.json';
import type problems from '#locales/en-US/problems.json';
import type rates from '#locales/en-US/rates.json';
import type receipt from '#locales/en-US/receipt.json';
import type recorder from '#locales/en-US/recorder.json';
import type referral from '#locales/en-US/referral.json';
import type requests from '#locales/en-US/requests.json';
import type signIn from '#locales/en-US/sign-in.json';
import type signOut from '#locales/en-US/sign-out.json';
import type signUp from '#locales/en-US/sign-up.json';
import type transfer from '#locales/en-US/transfer.json';
import type twoFactor from '#locales/en-US/two-factor.json';
import type usernameRecovery from '#locales/en-US/username-recovery.json';
import type wallet from '#locales/en-US/wallet.json';
import type withdrawal from '#locales/en-US/withdrawal.json';

/** The texts by area; an area is one file per language and is fetched with the page that needs it. */
export interface AreaTexts {
  common: typeof common;
  problems: typeof problems;
  account: typeof account;
  'account-freeze': typeof accountFreeze;
  'account-thaw': typeof accountThaw;
  addresses: typeof addresses;
  challenge: typeof challenge;
  confirmation: typeof confirmation;
  contact: typeof contact;
  contents: typeof contents;
  dashboard: typeof dashboard;
  deposit: typeof deposit;
  'email-change': typeof emailChange;
  'email-verification': typeof emailVerification;
  exchange: typeof exchange;
  forgot: typeof forgot;
  history: typeof history;
  'mail-code': typeof mailCode;
  maintenance: typeof maintenance;
  money: typeof money;
  news: typeof news;
  'new-password': typeof newPassword;
  'not-found': typeof notFound;
  rates: typeof rates;
  receipt: typeof receipt;
  recorder: typeof recorder;
  'password-change': typeof passwordChange;
  'password-recovery': typeof passwordRecovery;
  referral: typeof referral;
  requests: typeof requests;
  'sign-in': typeof signIn;
  'sign-out': typeof signOut;
  'sign-up': typeof signUp;
  transfer: typeof transfer;
  'two-factor': typeof twoFactor;
  'username-recovery': typeof usernameRecovery;
  wallet: typeof wallet;
  withdrawal: typeof withdrawal;
}

export type Area = keyof AreaTexts;

/** The areas that any screen may need at any moment, the one without a network included: they come with the page. */
export const EVERYWHERE = ['common', 'problems'] as const satisfies readonly Area[];

/** The texts that came inside the page. */
export type Catalogue = Partial<Record<Area, object>>;
