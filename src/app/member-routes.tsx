import { useLocation } from 'react-router-dom';
// The list of the pages' texts is loaded with the pages: loading it later would cost another round trip.
import '#src/i18n/load-page-area.ts';
import { isAsset } from '#money/assets.ts';
import type { paths as ApiPaths } from '#openapi/api.gen.d.ts';
import type { Area } from '#src/i18n/areas.ts';
import type { AssetPageProps } from '#src/pages/wallet/asset.page.tsx';
import { isStatements } from '#src/pages/history/statements-address.ts';
import { paths, type AppPath } from '#src/paths.ts';
import { lazyPage, type LazyPage } from '#src/ui/lazy-page.tsx';

const dashboard = lazyPage(() =>
  import('#src/pages/dashboard/dashboard.page.tsx').then((module) => module.DashboardPage),
);
const top = lazyPage(() => import('#src/pages/top/top.page.tsx').then((module) => module.TopPage));
const twoFactor = lazyPage(() =>
  import('#src/flows/two-factor/two-factor.route.tsx').then((module) => module.TwoFactorRoute),
);
const passkeys = lazyPage(() =>
  import('#src/flows/passkeys/passkeys.route.tsx').then((module) => module.PasskeysRoute),
);
const allowList = lazyPage(() =>
  import('#src/flows/allow-list/allow-list.route.tsx').then((module) => module.AllowListRoute),
);
const account = lazyPage(() => import('#src/pages/account/account.page.tsx').then((module) => module.AccountPage));
const security = lazyPage(() => import('#src/pages/security/security.page.tsx').then((module) => module.SecurityPage));
const accountFreeze = lazyPage(() =>
  import('#src/flows/account-freeze/account-freeze.route.tsx').then((module) => module.AccountFreezeRoute),
);
const emailVerification = lazyPage(() =>
  import('#src/flows/email-verification/email-verification.route.tsx').then((module) => module.EmailVerificationRoute),
);
const noticeSettings = lazyPage(() =>
  import('#src/flows/notice-settings/notice-settings.route.tsx').then((module) => module.NoticeSettingsRoute),
);
const passwordChange = lazyPage(() =>
  import('#src/flows/password-change/password-change.route.tsx').then((module) => module.PasswordChangeRoute),
);
const emailChange = lazyPage(() =>
  import('#src/flows/email-change/email-change.route.tsx').then((module) => module.EmailChangeRoute),
);
const deposit = lazyPage(() => import('#src/flows/deposit/deposit.route.tsx').then((module) => module.DepositRoute));
const exchange = lazyPage(() =>
  import('#src/flows/exchange/exchange.route.tsx').then((module) => module.ExchangeRoute),
);
const wallet = lazyPage(() => import('#src/pages/wallet/wallet.page.tsx').then((module) => module.WalletPage));
const asset = lazyPage<AssetPageProps>(() =>
  import('#src/pages/wallet/asset.page.tsx').then((module) => module.AssetPage),
);
const history = lazyPage(() => import('#src/pages/history/history.page.tsx').then((module) => module.HistoryPage));
const statements = lazyPage(() =>
  import('#src/pages/statements/statements.page.tsx').then((module) => module.StatementsPage),
);
const receipt = lazyPage(() => import('#src/pages/receipt/receipt.page.tsx').then((module) => module.ReceiptPage));
const rates = lazyPage(() => import('#src/pages/rates/rates.page.tsx').then((module) => module.RatesPage));
const addresses = lazyPage(() =>
  import('#src/pages/addresses/addresses.page.tsx').then((module) => module.AddressesPage),
);
const referral = lazyPage(() => import('#src/pages/referral/referral.page.tsx').then((module) => module.ReferralPage));
const organization = lazyPage(() =>
  import('#src/pages/organization/organization.page.tsx').then((module) => module.OrganizationPage),
);
const organizationChart = lazyPage(() =>
  import('#src/pages/organization-chart/organization-chart.page.tsx').then((module) => module.OrganizationChartPage),
);
const sales = lazyPage(() => import('#src/pages/sales/sales.page.tsx').then((module) => module.SalesPage));
const withdrawal = lazyPage(() =>
  import('#src/flows/withdrawal/withdrawal.route.tsx').then((module) => module.WithdrawalRoute),
);
const transfer = lazyPage(() =>
  import('#src/flows/transfer/transfer.route.tsx').then((module) => module.TransferRoute),
);
const purchase = lazyPage(() =>
  import('#src/flows/purchase/purchase.route.tsx').then((module) => module.PurchaseRoute),
);
const restake = lazyPage(() => import('#src/flows/restake/restake.route.tsx').then((module) => module.RestakeRoute));
const staking = lazyPage(() => import('#src/pages/staking/staking.page.tsx').then((module) => module.StakingPage));
const contact = lazyPage(() => import('#src/pages/contact/contact.page.tsx').then((module) => module.ContactPage));
const inquiry = lazyPage(() => import('#src/pages/contact/inquiry.page.tsx').then((module) => module.InquiryPage));
const newsList = lazyPage(() => import('#src/pages/news/news-list.page.tsx').then((module) => module.NewsListPage));
const news = lazyPage(() => import('#src/pages/news/news.page.tsx').then((module) => module.NewsPage));
const faq = lazyPage(() => import('#src/pages/contents/faq.page.tsx').then((module) => module.FaqPage));
const signOut = lazyPage(() => import('#src/flows/sign-out/sign-out.route.tsx').then((module) => module.SignOutRoute));

/** Where a member is, or is about to go. */
export type Place = Pick<Location, 'pathname' | 'search'>;

const asked = ({ search }: Place, name: string): string | null => new URLSearchParams(search).get(name);

/** A page that its query names a part of. */
function WalletOfAsset() {
  const code = asked(useLocation(), 'asset') ?? '';
  return isAsset(code) ? <asset.Page asset={code} /> : null;
}

function InquiryOfTicket() {
  return <inquiry.Page key={asked(useLocation(), 'ticket')} />;
}

/** A call without a body: its path, with its query. `{zone}` stands for the time zone of the device. */
type Read = keyof ApiPaths | `/histories/all?${string}` | `/wallet/days?${string}` | `/organization/tree?${string}`;

/** A page of members. */
export interface MemberPage {
  /** The URLs of a flow share one page, so that the flow stays mounted from step to step. */
  readonly at: readonly AppPath[];
  /** What tells it from the other pages of its path, which come after it. */
  readonly when?: (place: Place) => boolean;
  /** Its texts, which load beside its code. */
  readonly areas: Area[];
  readonly page: LazyPage;
  /**
   * What it reads with the session before it can show anything, asked for beside its code when the app is opened at it.
   */
  readonly reads?: readonly Read[];
}

/** To add a page, add an entry here and a path in paths.ts. */
export const memberPages: readonly MemberPage[] = [
  {
    at: [paths.dashboard],
    areas: ['dashboard', 'wallet', 'money', 'receipt', 'staking', 'nav'],
    page: dashboard,
    reads: ['/wallet', '/account/userInfo', '/stakes', '/wallet/days?days=90'],
  },
  {
    at: [paths.top],
    areas: ['top'],
    page: top,
  },
  {
    at: [paths.authentication],
    areas: ['two-factor', 'challenge', 'mail-code', 'requests'],
    page: twoFactor,
    reads: ['/account/twoFactorInfo'],
  },
  {
    at: [paths.passkeys],
    areas: ['passkeys', 'challenge', 'mail-code', 'requests'],
    page: passkeys,
    reads: ['/account/passkeys'],
  },
  {
    at: [paths.allowList],
    areas: ['allow-list', 'challenge', 'requests'],
    page: allowList,
    reads: ['/account/allowList'],
  },
  {
    at: [paths.account],
    when: (place) => asked(place, 'step') === 'password',
    areas: ['password-change', 'challenge', 'new-password', 'requests'],
    page: passwordChange,
  },
  {
    at: [paths.account],
    when: (place) => asked(place, 'step') === 'freeze',
    areas: ['account-freeze', 'requests'],
    page: accountFreeze,
  },
  {
    at: [paths.account],
    when: (place) => ['verify', 'verify-code'].includes(asked(place, 'step') ?? ''),
    areas: ['email-verification', 'mail-code', 'requests'],
    page: emailVerification,
  },
  {
    at: [paths.account],
    areas: ['account', 'security', 'challenge', 'money', 'dashboard', 'nav'],
    page: account,
    reads: ['/account/userInfo'],
  },
  {
    at: [paths.security],
    areas: ['security', 'account', 'challenge', 'money'],
    page: security,
    reads: [
      '/account/userInfo',
      '/account/twoFactorInfo',
      '/account/passkeys',
      '/account/allowList',
      '/account/sessions',
    ],
  },
  {
    at: [paths.noticeSettings],
    areas: ['notice-settings', 'requests'],
    page: noticeSettings,
    reads: ['/notices/settings'],
  },
  {
    at: [paths.changeEmail, paths.changeEmailAddress, paths.changeEmailConfirm],
    areas: ['email-change', 'challenge', 'mail-code', 'requests'],
    page: emailChange,
  },
  {
    at: [paths.deposit, paths.depositAddress],
    areas: ['deposit', 'money', 'requests'],
    page: deposit,
    reads: ['/deposits/options'],
  },
  {
    at: [paths.exchange],
    areas: ['exchange', 'confirmation', 'mail-code', 'money', 'requests'],
    page: exchange,
    reads: ['/exchanges/options'],
  },
  {
    at: [paths.wallet],
    when: (place) => isAsset(asked(place, 'asset') ?? ''),
    areas: ['wallet', 'money', 'history', 'receipt', 'dashboard'],
    page: { Page: WalletOfAsset, preload: asset.preload },
  },
  {
    at: [paths.wallet],
    areas: ['wallet', 'money'],
    page: wallet,
    reads: ['/wallet', '/account/userInfo'],
  },
  {
    at: [paths.histories],
    areas: ['history', 'receipt', 'money', 'dashboard', 'nav'],
    page: history,
    reads: ['/histories/all?{zone}', '/rates'],
  },
  {
    at: [paths.history],
    when: ({ pathname }) => isStatements(pathname.split('/')[2]),
    areas: ['statements', 'receipt', 'money'],
    page: statements,
  },
  {
    at: [paths.history],
    areas: ['history', 'receipt', 'money', 'dashboard', 'nav'],
    page: history,
  },
  {
    at: [paths.receipt],
    areas: ['receipt', 'receipt-page', 'staking', 'dashboard', 'money', 'nav'],
    page: receipt,
  },
  {
    at: [paths.rates],
    areas: ['rates', 'money'],
    page: rates,
    reads: ['/rates'],
  },
  {
    at: [paths.addresses],
    areas: ['addresses', 'money'],
    page: addresses,
    reads: ['/addresses', '/account/allowList'],
  },
  {
    at: [paths.referral],
    areas: ['referral', 'money'],
    page: referral,
    reads: ['/referral/earnings'],
  },
  {
    at: [paths.organization, paths.organizationMember, paths.organizationMemberBelow],
    areas: ['organization', 'referral', 'money', 'dashboard'],
    page: organization,
  },
  {
    at: [paths.organizationChart],
    areas: ['organization-chart', 'money', 'dashboard'],
    page: organizationChart,
    reads: ['/organization/tree?levels=4'],
  },
  {
    at: [paths.sales, paths.community],
    areas: ['sales', 'organization', 'money'],
    page: sales,
    reads: ['/sales'],
  },
  {
    at: [paths.withdraw, paths.withdrawReview],
    areas: ['withdrawal', 'confirmation', 'money', 'mail-code', 'requests'],
    page: withdrawal,
    reads: ['/withdrawals/options'],
  },
  {
    at: [paths.transfer],
    areas: ['transfer', 'confirmation', 'money', 'mail-code', 'requests'],
    page: transfer,
    reads: ['/transfers/options'],
  },
  {
    at: [paths.plans, paths.plan],
    areas: ['purchase', 'confirmation', 'dashboard', 'money', 'mail-code', 'requests'],
    page: purchase,
    reads: ['/purchases/options'],
  },
  {
    at: [paths.staking],
    areas: ['staking', 'dashboard', 'money'],
    page: staking,
    reads: ['/stakes'],
  },
  {
    at: [paths.restake],
    areas: ['restake', 'staking', 'confirmation', 'dashboard', 'money', 'mail-code', 'requests'],
    page: restake,
  },
  {
    at: [paths.newsList],
    areas: ['news'],
    page: newsList,
    reads: ['/news'],
  },
  {
    at: [paths.news],
    areas: ['news'],
    page: news,
  },
  {
    at: [paths.faq],
    areas: ['contents', 'dashboard'],
    page: faq,
  },
  {
    at: [paths.contact],
    when: (place) => asked(place, 'ticket') !== null,
    areas: ['contact'],
    page: { Page: InquiryOfTicket, preload: inquiry.preload },
  },
  {
    at: [paths.contact],
    areas: ['contact', 'requests'],
    page: contact,
    reads: ['/inquiries'],
  },
  {
    at: [paths.signOut],
    areas: ['sign-out'],
    page: signOut,
  },
];
