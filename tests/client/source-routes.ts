// The paths of SRC §2, exactly as the source writes them, and those that the product adds. The tests of routes and the
// crawl go through them.
import type { AppPath } from '#src/paths.ts';

/** `anyone`: with and without a session; `visitor`: without one, a member is redirected; `member`: only with one. */
export type Guard = 'anyone' | 'visitor' | 'member';

export interface SourceRoute {
  /** As the source writes it, with a value in place of `{id}`. */
  readonly path: string;
  readonly guard: Guard;
  /** The key of the text that names the page's tab. */
  readonly title: string;
  /** Where the page redirects, like steps of a flow without an earlier step. */
  readonly leadsTo?: AppPath;
}

const of =
  (guard: Guard) =>
  (path: string, title: string, leadsTo?: AppPath): SourceRoute => ({
    path,
    guard,
    title,
    ...(leadsTo === undefined ? {} : { leadsTo }),
  });
const [anyone, visitor, member] = [of('anyone'), of('visitor'), of('member')];

export const SOURCE_ROUTES: readonly SourceRoute[] = [
  member('/', 'dashboard:title'),
  member('/Top', 'top:title'),
  visitor('/Signin', 'sign-in:title'),
  member('/Deposit', 'deposit:title'),
  member('/Deposit2', 'deposit:title', '/Deposit'),
  member('/Package', 'purchase:title'),
  member('/History', 'history:kind.all.title'),
  member('/Withdraw', 'withdrawal:title'),
  member('/Withdraw2', 'withdrawal:title', '/Withdraw'),
  member('/Account', 'account:title'),
  member('/Referral', 'referral:title'),
  member('/Organization', 'organization:title'),
  member('/Organization/user1', 'organization:member.title'),
  member('/Organization/user1-1', 'organization:member.title'),
  member('/OrganizationChart', 'organization-chart:title'),
  member('/Transfer', 'transfer:title'),
  member('/Plan', 'purchase:title'),
  member('/Staking', 'staking:title'),
  member('/ReStaking', 'staking:title', '/Staking'),
  member('/Rate', 'rates:title'),
  anyone('/Forgot', 'forgot:title'),
  anyone('/ForgotPassword', 'password-recovery:tab'),
  anyone('/ForgotPassword2', 'password-recovery:tab', '/ForgotPassword'),
  anyone('/ResetPassword', 'password-recovery:tab', '/ForgotPassword'),
  anyone('/DonePassword', 'password-recovery:tab', '/ForgotPassword'),
  anyone('/ForgotAccount', 'username-recovery:tab'),
  anyone('/ForgotAccount2', 'username-recovery:tab', '/ForgotAccount'),
  anyone('/DoneAccount', 'username-recovery:tab', '/ForgotAccount'),
  member('/Authentication', 'two-factor:title'),
  anyone('/Maintenance', 'maintenance:title'),
  member('/newsList', 'news:title'),
  member('/News/1', 'news:title'),
  member('/news', 'news:title', '/newsList'),
  anyone('/Terms', 'contents:name.terms'),
  member('/SalesManagement', 'sales:title'),
  member('/Contact', 'contact:title'),
  member('/Faq', 'contents:name.faq'),
  member('/ChangeEmail1', 'email-change:title'),
  member('/ChangeEmail2', 'email-change:title'),
  member('/ChangeEmail3', 'email-change:title'),
];

/** What the source mentions without a path, and what the product needs besides (D-19). */
export const FURTHER_ROUTES: readonly SourceRoute[] = [
  visitor('/Signup', 'sign-up:title'),
  visitor('/Signup2', 'sign-up:title', '/Signup'),
  visitor('/Signup3', 'sign-up:title', '/Signup'),
  visitor('/Signup4', 'sign-up:title', '/Signup'),
  visitor('/DoneSignup', 'sign-up:title', '/Signup'),
  anyone('/Freeze', 'account-freeze:tab'),
  anyone('/Frozen', 'account-thaw:tab'),
  anyone('/Thaw', 'account-thaw:tab'),
  anyone('/Privacy', 'contents:name.privacy'),
  anyone('/Risk', 'contents:name.risk'),
  anyone('/Help', 'help:title'),
  member('/Wallet', 'wallet:title'),
  member('/Exchange', 'exchange:title'),
  member('/Addresses', 'addresses:title'),
  member('/History/DepositWithdrawal', 'history:kind.depositWithdrawal.title'),
  member('/History/Statements', 'statements:title'),
  member('/Receipt/0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e001', 'receipt:title'),
  member('/Community', 'sales:title'),
  member('/Signout', 'sign-out:title'),
];

export const ROUTES = [...SOURCE_ROUTES, ...FURTHER_ROUTES];
