import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { emailVerificationMachine } from '#machines/email-verification/email-verification.machine.ts';
import { resumable } from '#machines/email-verification/email-verification.rules.ts';
import { flowRoute, type Flow } from '#src/flow/flow-route.tsx';
import { refusedEntries } from '#src/flow/refused-entries.ts';
import { routeAt } from '#src/flow/use-flow-url.ts';
import { paths } from '#src/paths.ts';
import { useSession } from '#src/session/session.provider.tsx';
import { OutcomeUnknown } from '#src/ui/outcome-unknown.tsx';
import { Redirect } from '#src/ui/redirect.tsx';
import { emailVerificationPorts } from './email-verification.ports.ts';
import { CodeScreen } from './screens/code.tsx';
import { OfferScreen } from './screens/offer.tsx';

const FIRST_STEP = `${paths.account}?step=verify`;

const notices = { verified: 'emailVerified', alreadyVerified: 'emailAlreadyVerified', cancelled: null } as const;

/**
 * /Account?step=verify (F-08): a code to the member's own address. Whose address is verified has nothing to do here.
 */
export function EmailVerificationRoute() {
  const { userInfo } = useSession();
  // Looked at when the page opens: the flow itself ends by making it so.
  const [isDone] = useState(userInfo?.emailVerified === true);
  return isDone ? <Redirect to={paths.account} /> : <EmailVerification />;
}

const EmailVerification = flowRoute({
  machine: emailVerificationMachine,
  entries: refusedEntries['email-verification'],
  ports: emailVerificationPorts,
  input: ({ services, location }, stored) => {
    const isLater = routeAt(location).toLowerCase() !== FIRST_STEP.toLowerCase();
    return { key: services.newId(), resume: stored && resumable(stored.checkpoint, stored.age, isLater) };
  },
  useRun: useAddress,
  screens: {
    'email-verification': OfferScreen,
    'email-verification-code': CodeScreen,
    'email-verification-unknown': Unknown,
  },
  end: ({ kind }, { goTo }) => goTo(paths.account, { notice: notices[kind] }),
});

function useAddress(): { readonly address: string } {
  const { userInfo } = useSession();
  return { address: userInfo?.email ?? '' };
}

function Unknown({ snapshot, send }: Flow<typeof emailVerificationMachine>) {
  const { t } = useTranslation('email-verification');
  return <OutcomeUnknown tab={t('title')} asking={snapshot.hasTag('waiting')} onAsk={() => send({ type: 'RETRY' })} />;
}
