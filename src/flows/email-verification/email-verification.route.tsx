import { useState } from 'react';
import { emailVerificationMachine } from '#machines/email-verification/email-verification.machine.ts';
import { resumable } from '#machines/email-verification/email-verification.rules.ts';
import type texts from '#locales/en-US/email-verification.json';
import { flowRoute } from '#src/flow/flow-route.tsx';
import { routeAt } from '#src/flow/use-flow-url.ts';
import { paths } from '#src/paths.ts';
import { useSession } from '#src/session/session.provider.tsx';
import { OutcomeUnknown } from '#src/flow/outcome-unknown.tsx';
import { Redirect } from '#src/ui/redirect.tsx';
import { emailVerificationEntries, emailVerificationPorts } from './email-verification.ports.ts';
import { CodeScreen } from './screens/code.tsx';
import { OfferScreen } from './screens/offer.tsx';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    'email-verification': typeof texts;
  }
}

const FIRST_STEP = `${paths.account}?step=verify`;

const notices = { verified: 'emailVerified', alreadyVerified: 'emailAlreadyVerified', cancelled: null } as const;

/**
 * /Account?step=verify (F-08): a code to the member's own address. A member whose address is verified has nothing to do
 * here.
 */
export function EmailVerificationRoute() {
  const { userInfo } = useSession();
  // Read when the page opens: the flow itself sets it at its end.
  const [isDone] = useState(userInfo?.emailVerified === true);
  return isDone ? <Redirect to={paths.account} /> : <EmailVerification />;
}

const EmailVerification = flowRoute({
  machine: emailVerificationMachine,
  title: 'email-verification:title',
  entries: emailVerificationEntries,
  ports: emailVerificationPorts,
  input: ({ services, location }, stored) => {
    const isLater = routeAt(location).toLowerCase() !== FIRST_STEP.toLowerCase();
    return { key: services.newId(), resume: stored && resumable(stored.checkpoint, stored.age, isLater) };
  },
  useRun: useAddress,
  screens: {
    'email-verification': OfferScreen,
    'email-verification-code': CodeScreen,
    'email-verification-unknown': OutcomeUnknown,
  },
  end: ({ kind }, { goTo }) => goTo(paths.account, { notice: notices[kind] }),
});

function useAddress(): { readonly address: string } {
  const { userInfo } = useSession();
  return { address: userInfo?.email ?? '' };
}
