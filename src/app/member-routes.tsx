import { Route, Routes, useLocation, useParams } from 'react-router-dom';
// The list of the pages' texts is loaded with the pages: loading it later would cost another round trip.
import '#src/i18n/load-page-area.ts';
import { isAsset } from '#money/assets.ts';
import type { AssetPageProps } from '#src/pages/wallet/asset.page.tsx';
import { isStatements } from '#src/pages/history/statements-address.ts';
import { paths } from '#src/paths.ts';
import { MemberFrameSlot, stepsOf, Texts } from '#src/frames/route-parts.tsx';
import { lazyPage } from '#src/ui/lazy-page.tsx';
import { Redirect } from '#src/ui/redirect.tsx';

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

/** Fetches Home, the page that members see after signing in. */
export async function preloadHome(): Promise<void> {
  await dashboard.preload();
}

/**
 * Every page behind the guard, separate from the public ones, so that the sign-in page does not load them. To add a
 * page, add a line here and a path in paths.ts.
 */
export function MemberRoutes() {
  return (
    <Routes>
      <Route element={<MemberFrameSlot />}>
        <Route
          path={paths.dashboard}
          element={<Texts areas={['dashboard', 'wallet', 'money', 'receipt', 'nav']} page={<dashboard.Page />} />}
        />
        <Route path={paths.top} element={<Texts areas={['top']} page={<top.Page />} />} />
        <Route
          path={paths.authentication}
          element={<Texts areas={['two-factor', 'challenge', 'mail-code', 'requests']} page={<twoFactor.Page />} />}
        />
        <Route
          path={paths.passkeys}
          element={<Texts areas={['passkeys', 'challenge', 'mail-code', 'requests']} page={<passkeys.Page />} />}
        />
        <Route
          path={paths.allowList}
          element={<Texts areas={['allow-list', 'challenge', 'requests']} page={<allowList.Page />} />}
        />
        <Route path={paths.account} element={<AccountSlot />} />
        <Route
          path={paths.security}
          element={<Texts areas={['security', 'account', 'challenge', 'money']} page={<security.Page />} />}
        />
        <Route
          path={paths.noticeSettings}
          element={<Texts areas={['notice-settings', 'requests']} page={<noticeSettings.Page />} />}
        />
        {stepsOf(
          [paths.changeEmail, paths.changeEmailAddress, paths.changeEmailConfirm],
          <Texts areas={['email-change', 'challenge', 'mail-code', 'requests']} page={<emailChange.Page />} />,
        )}
        {stepsOf(
          [paths.deposit, paths.depositAddress],
          <Texts areas={['deposit', 'money', 'requests']} page={<deposit.Page />} />,
        )}
        <Route
          path={paths.exchange}
          element={
            <Texts areas={['exchange', 'confirmation', 'mail-code', 'money', 'requests']} page={<exchange.Page />} />
          }
        />
        <Route path={paths.wallet} element={<WalletSlot />} />
        <Route
          path={paths.histories}
          element={<Texts areas={['history', 'receipt', 'money', 'dashboard']} page={<history.Page />} />}
        />
        <Route path={paths.history} element={<HistorySlot />} />
        <Route
          path={paths.receipt}
          element={<Texts areas={['receipt', 'staking', 'dashboard', 'money']} page={<receipt.Page />} />}
        />
        <Route path={paths.rates} element={<Texts areas={['rates', 'money']} page={<rates.Page />} />} />
        <Route path={paths.addresses} element={<Texts areas={['addresses', 'money']} page={<addresses.Page />} />} />
        <Route path={paths.referral} element={<Texts areas={['referral', 'money']} page={<referral.Page />} />} />
        {stepsOf(
          [paths.organization, paths.organizationMember, paths.organizationMemberBelow],
          <Texts areas={['organization', 'money', 'dashboard']} page={<organization.Page />} />,
        )}
        <Route
          path={paths.organizationChart}
          element={<Texts areas={['organization-chart', 'money', 'dashboard']} page={<organizationChart.Page />} />}
        />
        {stepsOf(
          [paths.sales, paths.community],
          <Texts areas={['sales', 'organization', 'money']} page={<sales.Page />} />,
        )}
        {stepsOf(
          [paths.withdraw, paths.withdrawReview],
          <Texts areas={['withdrawal', 'confirmation', 'money', 'mail-code', 'requests']} page={<withdrawal.Page />} />,
        )}
        <Route
          path={paths.transfer}
          element={
            <Texts areas={['transfer', 'confirmation', 'money', 'mail-code', 'requests']} page={<transfer.Page />} />
          }
        />
        {stepsOf(
          [paths.plans, paths.plan],
          <Texts
            areas={['purchase', 'confirmation', 'dashboard', 'money', 'mail-code', 'requests']}
            page={<purchase.Page />}
          />,
        )}
        <Route
          path={paths.staking}
          element={<Texts areas={['staking', 'dashboard', 'money']} page={<staking.Page />} />}
        />
        <Route
          path={paths.restake}
          element={
            <Texts
              areas={['restake', 'staking', 'confirmation', 'dashboard', 'money', 'mail-code', 'requests']}
              page={<restake.Page />}
            />
          }
        />
        <Route path={paths.newsList} element={<Texts areas={['news']} page={<newsList.Page />} />} />
        <Route path={paths.newsBare} element={<Redirect to={paths.newsList} />} />
        <Route path={paths.news} element={<Texts areas={['news']} page={<news.Page />} />} />
        <Route path={paths.faq} element={<Texts areas={['contents', 'dashboard']} page={<faq.Page />} />} />
        <Route path={paths.contact} element={<ContactSlot />} />
        <Route path={paths.signOut} element={<Texts areas={['sign-out']} page={<signOut.Page />} />} />
      </Route>
    </Routes>
  );
}

/** /Wallet, or one of its assets, which the URL names. */
function WalletSlot() {
  const code = new URLSearchParams(useLocation().search).get('asset') ?? '';
  if (isAsset(code))
    return <Texts areas={['wallet', 'money', 'history', 'receipt', 'dashboard']} page={<asset.Page asset={code} />} />;
  return <Texts areas={['wallet', 'money']} page={<wallet.Page />} />;
}

/** /History/:kind, or the statements, which are beside the kinds. */
function HistorySlot() {
  if (isStatements(useParams()['kind']))
    return <Texts areas={['statements', 'receipt', 'money']} page={<statements.Page />} />;
  return <Texts areas={['history', 'receipt', 'money', 'dashboard']} page={<history.Page />} />;
}

/** /Account, or the flow with a step at this URL. */
function AccountSlot() {
  const step = new URLSearchParams(useLocation().search).get('step');
  if (step === 'password')
    return (
      <Texts areas={['password-change', 'challenge', 'new-password', 'requests']} page={<passwordChange.Page />} />
    );
  if (step === 'freeze') return <Texts areas={['account-freeze', 'requests']} page={<accountFreeze.Page />} />;
  if (step === 'verify' || step === 'verify-code')
    return <Texts areas={['email-verification', 'mail-code', 'requests']} page={<emailVerification.Page />} />;
  return <Texts areas={['account', 'challenge', 'money', 'dashboard', 'nav']} page={<account.Page />} />;
}

/** /Contact, or one of the member's own inquiries, which the URL names by its ticket number. */
function ContactSlot() {
  const ticket = new URLSearchParams(useLocation().search).get('ticket');
  if (ticket !== null) return <Texts areas={['contact']} page={<inquiry.Page key={ticket} />} />;
  return <Texts areas={['contact', 'requests']} page={<contact.Page />} />;
}
