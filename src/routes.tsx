import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, Route, Routes, useLocation } from 'react-router-dom';
import type { Area } from './i18n/areas.ts';
import { isPath, paths, type AppPath } from './paths.ts';
import { Guarded } from './session/guard.tsx';
import { useIsMember, useSession } from './session/session.provider.tsx';
import { ErrorBoundary, PartUnloaded } from './ui/error-boundary.tsx';
import { lazyPage, PageSlot } from './ui/lazy-page.tsx';
import { PublicLayout } from './ui/public-layout.tsx';
import { Redirect } from './ui/redirect.tsx';
import { useRouteFocus } from './ui/use-route-focus.ts';
import { Waiting } from './ui/waiting.tsx';

const memberFrame = lazyPage(() => import('./pages/member-frame.tsx').then((module) => module.MemberFrame));
const dashboard = lazyPage(() => import('./pages/dashboard/dashboard.page.tsx').then((module) => module.DashboardPage));
const notFound = lazyPage(() => import('./pages/not-found.page.tsx').then((module) => module.NotFoundPage));
const maintenance = lazyPage(() => import('./pages/maintenance.page.tsx').then((module) => module.MaintenancePage));
const signIn = lazyPage(() => import('./flows/sign-in/sign-in.route.tsx').then((module) => module.SignInRoute));
const forgot = lazyPage(() => import('./pages/forgot.page.tsx').then((module) => module.ForgotPage));
const passwordRecovery = lazyPage(() => import('./flows/password-recovery/password-recovery.route.tsx').then((module) => module.PasswordRecoveryRoute));
const usernameRecovery = lazyPage(() => import('./flows/username-recovery/username-recovery.route.tsx').then((module) => module.UsernameRecoveryRoute));
const twoFactor = lazyPage(() => import('./flows/two-factor/two-factor.route.tsx').then((module) => module.TwoFactorRoute));
const signUp = lazyPage(() => import('./flows/sign-up/sign-up.route.tsx').then((module) => module.SignUpRoute));
const account = lazyPage(() => import('./pages/account/account.page.tsx').then((module) => module.AccountPage));
const accountFreeze = lazyPage(() => import('./flows/account-freeze/account-freeze.route.tsx').then((module) => module.AccountFreezeRoute));
const accountThaw = lazyPage(() => import('./flows/account-thaw/account-thaw.route.tsx').then((module) => module.AccountThawRoute));
const emailVerification = lazyPage(() => import('./flows/email-verification/email-verification.route.tsx').then((module) => module.EmailVerificationRoute));
const passwordChange = lazyPage(() => import('./flows/password-change/password-change.route.tsx').then((module) => module.PasswordChangeRoute));
const emailChange = lazyPage(() => import('./flows/email-change/email-change.route.tsx').then((module) => module.EmailChangeRoute));
const deposit = lazyPage(() => import('./flows/deposit/deposit.route.tsx').then((module) => module.DepositRoute));
const exchange = lazyPage(() => import('./flows/exchange/exchange.route.tsx').then((module) => module.ExchangeRoute));
const wallet = lazyPage(() => import('./pages/wallet/wallet.page.tsx').then((module) => module.WalletPage));
const histories = lazyPage(() => import('./pages/history/histories.page.tsx').then((module) => module.HistoriesPage));
const history = lazyPage(() => import('./pages/history/history.page.tsx').then((module) => module.HistoryPage));
const receipt = lazyPage(() => import('./pages/receipt/receipt.page.tsx').then((module) => module.ReceiptPage));
const rates = lazyPage(() => import('./pages/rates/rates.page.tsx').then((module) => module.RatesPage));
const addresses = lazyPage(() => import('./pages/addresses/addresses.page.tsx').then((module) => module.AddressesPage));
const referral = lazyPage(() => import('./pages/referral/referral.page.tsx').then((module) => module.ReferralPage));
const organization = lazyPage(() => import('./pages/organization/organization.page.tsx').then((module) => module.OrganizationPage));
const organizationChart = lazyPage(() => import('./pages/organization-chart/organization-chart.page.tsx').then((module) => module.OrganizationChartPage));
const sales = lazyPage(() => import('./pages/sales/sales.page.tsx').then((module) => module.SalesPage));
const withdrawal = lazyPage(() => import('./flows/withdrawal/withdrawal.route.tsx').then((module) => module.WithdrawalRoute));
const transfer = lazyPage(() => import('./flows/transfer/transfer.route.tsx').then((module) => module.TransferRoute));
const purchase = lazyPage(() => import('./flows/purchase/purchase.route.tsx').then((module) => module.PurchaseRoute));
const restake = lazyPage(() => import('./flows/restake/restake.route.tsx').then((module) => module.RestakeRoute));
const staking = lazyPage(() => import('./pages/staking/staking.page.tsx').then((module) => module.StakingPage));
const contact = lazyPage(() => import('./pages/contact/contact.page.tsx').then((module) => module.ContactPage));
const inquiry = lazyPage(() => import('./pages/contact/inquiry.page.tsx').then((module) => module.InquiryPage));
const newsList = lazyPage(() => import('./pages/news/news-list.page.tsx').then((module) => module.NewsListPage));
const news = lazyPage(() => import('./pages/news/news.page.tsx').then((module) => module.NewsPage));
const faq = lazyPage(() => import('./pages/contents/faq.page.tsx').then((module) => module.FaqPage));
const terms = lazyPage(() => import('./pages/contents/content.page.tsx').then((module) => module.TermsPage));
const privacy = lazyPage(() => import('./pages/contents/content.page.tsx').then((module) => module.PrivacyPage));
const risk = lazyPage(() => import('./pages/contents/content.page.tsx').then((module) => module.RiskPage));
const signOut = lazyPage(() => import('./flows/sign-out/sign-out.route.tsx').then((module) => module.SignOutRoute));

/** Fetches the code of the page at `pathname` before the first render, so that prerendered markup is met by the same page. */
export async function preloadPage(pathname: string): Promise<void> {
  if (isPath(pathname, paths.signIn)) await signIn.preload();
}

/** Fetches what a member sees after signing in, while they still type and the server checks the password. */
export async function preloadMemberPages(): Promise<void> {
  await Promise.all([memberFrame.preload(), dashboard.preload()]);
}

/** Every page. A new one is a line here and an address in paths.ts. */
export function AppRoutes() {
  useRouteFocus();
  const isMember = useIsMember();
  return (
    <ErrorBoundary home={paths.dashboard} contact={isMember ? paths.contact : null}>
      <Routes>
        <Route element={<PublicFrame />}>
          <Route path={paths.signIn} element={<SignInSlot />} />
          {stepsOf([paths.signUp, paths.signUpSeat, paths.signUpEmail, paths.signUpDetails, paths.signUpDone], <Texts areas={['sign-up', 'mail-code', 'new-password', 'requests']} page={<signUp.Page />} />)}
          <Route path={paths.forgot} element={<Texts areas={['forgot']} page={<forgot.Page />} />} />
          {stepsOf(
            [paths.forgotPassword, paths.forgotPasswordCode, paths.resetPassword, paths.resetPasswordDone],
            <Texts areas={['password-recovery', 'mail-code', 'new-password', 'requests']} page={<passwordRecovery.Page />} />,
          )}
          {stepsOf([paths.forgotAccount, paths.forgotAccountCode, paths.forgotAccountDone], <Texts areas={['username-recovery', 'mail-code']} page={<usernameRecovery.Page />} />)}
          {stepsOf([paths.frozen, paths.thaw], <Texts areas={['account-thaw', 'challenge', 'requests']} page={<accountThaw.Page />} />)}
          <Route path={paths.maintenance} element={<Texts areas={['maintenance']} page={<maintenance.Page />} />} />
          <Route path="*" element={<Texts areas={['not-found']} page={<notFound.Page />} />} />
        </Route>
        <Route element={<OpenFrame />}>
          <Route path={paths.terms} element={<Texts areas={['contents']} page={<terms.Page />} />} />
          <Route path={paths.privacy} element={<Texts areas={['contents']} page={<privacy.Page />} />} />
          <Route path={paths.risk} element={<Texts areas={['contents']} page={<risk.Page />} />} />
        </Route>
        <Route element={<Guarded />}>
          <Route element={<MemberFrameSlot />}>
            <Route path={paths.dashboard} element={<Texts areas={['dashboard', 'wallet', 'money']} page={<dashboard.Page />} />} />
            <Route path={paths.authentication} element={<Texts areas={['two-factor']} page={<twoFactor.Page />} />} />
            <Route path={paths.account} element={<AccountSlot />} />
            {stepsOf([paths.changeEmail, paths.changeEmailAddress, paths.changeEmailConfirm], <Texts areas={['email-change', 'mail-code', 'requests']} page={<emailChange.Page />} />)}
            {stepsOf([paths.deposit, paths.depositAddress], <Texts areas={['deposit', 'money', 'requests']} page={<deposit.Page />} />)}
            <Route path={paths.exchange} element={<Texts areas={['exchange', 'confirmation', 'mail-code', 'money', 'requests']} page={<exchange.Page />} />} />
            <Route path={paths.wallet} element={<Texts areas={['wallet', 'money']} page={<wallet.Page />} />} />
            <Route path={paths.histories} element={<Texts areas={['history']} page={<histories.Page />} />} />
            <Route path={paths.history} element={<Texts areas={['history', 'receipt', 'money']} page={<history.Page />} />} />
            <Route path={paths.receipt} element={<Texts areas={['receipt', 'staking', 'dashboard', 'money']} page={<receipt.Page />} />} />
            <Route path={paths.rates} element={<Texts areas={['rates', 'money']} page={<rates.Page />} />} />
            <Route path={paths.addresses} element={<Texts areas={['addresses', 'money']} page={<addresses.Page />} />} />
            <Route path={paths.referral} element={<Texts areas={['referral', 'money']} page={<referral.Page />} />} />
            {stepsOf([paths.organization, paths.organizationMember, paths.organizationMemberBelow], <Texts areas={['organization', 'money']} page={<organization.Page />} />)}
            <Route path={paths.organizationChart} element={<Texts areas={['organization-chart', 'money']} page={<organizationChart.Page />} />} />
            {stepsOf([paths.sales, paths.community], <Texts areas={['sales', 'organization', 'money']} page={<sales.Page />} />)}
            {stepsOf([paths.withdraw, paths.withdrawReview], <Texts areas={['withdrawal', 'confirmation', 'money', 'mail-code', 'requests']} page={<withdrawal.Page />} />)}
            <Route path={paths.transfer} element={<Texts areas={['transfer', 'confirmation', 'money', 'mail-code', 'requests']} page={<transfer.Page />} />} />
            {stepsOf([paths.plans, paths.plan], <Texts areas={['purchase', 'confirmation', 'dashboard', 'money', 'mail-code', 'requests']} page={<purchase.Page />} />)}
            <Route path={paths.staking} element={<Texts areas={['staking', 'dashboard', 'money']} page={<staking.Page />} />} />
            <Route path={paths.restake} element={<Texts areas={['restake', 'staking', 'confirmation', 'dashboard', 'money', 'mail-code', 'requests']} page={<restake.Page />} />} />
            <Route path={paths.newsList} element={<Texts areas={['news']} page={<newsList.Page />} />} />
            <Route path={paths.newsBare} element={<Redirect to={paths.newsList} />} />
            <Route path={paths.news} element={<Texts areas={['news']} page={<news.Page />} />} />
            <Route path={paths.faq} element={<Texts areas={['contents']} page={<faq.Page />} />} />
            <Route path={paths.contact} element={<ContactSlot />} />
            <Route path={paths.signOut} element={<Texts areas={['sign-out']} page={<signOut.Page />} />} />
          </Route>
        </Route>
      </Routes>
    </ErrorBoundary>
  );
}

/** The addresses of a flow of several pages: one element for all of them, so that the flow lives on from step to step. */
function stepsOf(addresses: readonly AppPath[], element: ReactNode) {
  return (
    <Route element={element}>
      {addresses.map((address) => (
        <Route key={address} path={address} element={null} />
      ))}
    </Route>
  );
}

function PageWait() {
  const { t } = useTranslation();
  return <Waiting what={t('wait.page')} />;
}

function PublicFrame({ reading = false }: { readonly reading?: boolean }) {
  return (
    <PublicLayout reading={reading}>
      <PageSlot waiting={<PageWait />}>
        <Outlet />
      </PageSlot>
    </PublicLayout>
  );
}

/** The frame of what both members and others read; nothing is shown twice while the session is still being looked for. */
function OpenFrame() {
  const { status } = useSession();
  if (status === 'restoring' || status === 'loadingUserInfo') return <PageWait />;
  return status === 'signedIn' ? <MemberFrameSlot /> : <PublicFrame reading />;
}

/** The sign-in page. Whoever types there is about to be a member, so their first page is fetched meanwhile. */
function SignInSlot() {
  const { i18n } = useTranslation();
  const fetchAhead = () => void Promise.all([preloadMemberPages(), i18n.loadNamespaces(['dashboard', 'wallet', 'money'])]);
  return (
    <div className="contents" onInput={fetchAhead}>
      <Texts areas={['sign-in', 'challenge']} page={<signIn.Page />} />
    </div>
  );
}

/** /Account, or the flow that its address names a step of. */
function AccountSlot() {
  const step = new URLSearchParams(useLocation().search).get('step');
  if (step === 'password') return <Texts areas={['password-change', 'new-password', 'requests']} page={<passwordChange.Page />} />;
  if (step === 'freeze') return <Texts areas={['account-freeze', 'requests']} page={<accountFreeze.Page />} />;
  if (step === 'verify' || step === 'verify-code') return <Texts areas={['email-verification', 'mail-code', 'requests']} page={<emailVerification.Page />} />;
  return <Texts areas={['account']} page={<account.Page />} />;
}

/** /Contact, or one of the own inquiries, which the address names by its ticket number. */
function ContactSlot() {
  const ticket = new URLSearchParams(useLocation().search).get('ticket');
  if (ticket !== null) return <Texts areas={['contact']} page={<inquiry.Page key={ticket} />} />;
  return <Texts areas={['contact', 'requests']} page={<contact.Page />} />;
}

function MemberFrameSlot() {
  return (
    <PageSlot waiting={<PageWait />}>
      <memberFrame.Page />
    </PageSlot>
  );
}

/**
 * Waits for the texts of a page. Both fetches run at once, since the page's element is made by the route and not after the
 * wait. Texts that can't be had are a failure with a way on, not a page of bare keys.
 */
function Texts({ areas, page }: { areas: Area[]; page: ReactNode }) {
  const { i18n } = useTranslation(areas);
  const missing = areas.find((area) => !i18n.hasResourceBundle(i18n.language, area));
  if (missing !== undefined) throw new PartUnloaded(`No texts for ${missing}`);
  return page;
}
