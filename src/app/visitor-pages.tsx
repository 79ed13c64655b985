import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
// The list of the pages' texts is loaded with the pages: loading it later would cost another round trip.
import '#src/i18n/load-page-area.ts';
import { isPath, paths, type AppPath } from '#src/paths.ts';
import { Texts } from '#src/frames/route-parts.tsx';
import { lazyPage } from '#src/ui/lazy-page.tsx';

const forgot = lazyPage(() => import('#src/pages/forgot.page.tsx').then((module) => module.ForgotPage));
const passkeySignIn = lazyPage(() =>
  import('#src/pages/passkey-sign-in.page.tsx').then((module) => module.PasskeySignInPage),
);
const help = lazyPage(() => import('#src/pages/help.page.tsx').then((module) => module.HelpPage));
const passwordRecovery = lazyPage(() =>
  import('#src/flows/password-recovery/password-recovery.route.tsx').then((module) => module.PasswordRecoveryRoute),
);
const usernameRecovery = lazyPage(() =>
  import('#src/flows/username-recovery/username-recovery.route.tsx').then((module) => module.UsernameRecoveryRoute),
);
const signUp = lazyPage(() => import('#src/flows/sign-up/sign-up.route.tsx').then((module) => module.SignUpRoute));
const freezeLink = lazyPage(() =>
  import('#src/flows/freeze-link/freeze-link.route.tsx').then((module) => module.FreezeLinkRoute),
);
const accountThaw = lazyPage(() =>
  import('#src/flows/account-thaw/account-thaw.route.tsx').then((module) => module.AccountThawRoute),
);
const terms = lazyPage(() => import('#src/pages/contents/content.page.tsx').then((module) => module.TermsPage));
const privacy = lazyPage(() => import('#src/pages/contents/content.page.tsx').then((module) => module.PrivacyPage));
const risk = lazyPage(() => import('#src/pages/contents/content.page.tsx').then((module) => module.RiskPage));

interface VisitorPage {
  readonly addresses: readonly AppPath[];
  readonly element: ReactNode;
}

/**
 * To add a page, add a line here and a path in paths.ts. The URLs of a flow share one element, so that the flow stays
 * mounted from step to step.
 */
const pages: readonly VisitorPage[] = [
  {
    addresses: [paths.signUp, paths.signUpSeat, paths.signUpEmail, paths.signUpDetails, paths.signUpDone],
    element: (
      <Texts key="sign-up" areas={['sign-up', 'mail-code', 'new-password', 'requests']} page={<signUp.Page />} />
    ),
  },
  {
    addresses: [paths.passkeySignIn],
    element: <Texts key="passkey-sign-in" areas={['passkey-sign-in']} page={<passkeySignIn.Page />} />,
  },
  { addresses: [paths.forgot], element: <Texts key="forgot" areas={['forgot']} page={<forgot.Page />} /> },
  {
    addresses: [paths.forgotPassword, paths.forgotPasswordCode, paths.resetPassword, paths.resetPasswordDone],
    element: (
      <Texts
        key="password-recovery"
        areas={['password-recovery', 'mail-code', 'new-password', 'requests']}
        page={<passwordRecovery.Page />}
      />
    ),
  },
  {
    addresses: [paths.forgotAccount, paths.forgotAccountCode, paths.forgotAccountDone],
    element: (
      <Texts key="username-recovery" areas={['username-recovery', 'mail-code']} page={<usernameRecovery.Page />} />
    ),
  },
  {
    addresses: [paths.freeze],
    element: <Texts key="freeze-link" areas={['account-freeze', 'requests']} page={<freezeLink.Page />} />,
  },
  {
    addresses: [paths.frozen, paths.thaw],
    element: <Texts key="account-thaw" areas={['account-thaw', 'challenge', 'requests']} page={<accountThaw.Page />} />,
  },
  { addresses: [paths.terms], element: <Texts key="terms" areas={['contents']} page={<terms.Page />} /> },
  { addresses: [paths.privacy], element: <Texts key="privacy" areas={['contents']} page={<privacy.Page />} /> },
  { addresses: [paths.help], element: <Texts key="help" areas={['help']} page={<help.Page />} /> },
  { addresses: [paths.risk], element: <Texts key="risk" areas={['contents']} page={<risk.Page />} /> },
];

/**
 * Pages that visitors reach from the first page or from a mail. They are separate, so that the sign-in page does not
 * load them.
 */
export function VisitorPages() {
  const { pathname } = useLocation();
  return pages.find(({ addresses }) => addresses.some((address) => isPath(pathname, address)))?.element ?? null;
}
