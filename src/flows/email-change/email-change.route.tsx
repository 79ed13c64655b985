import { useTranslation } from 'react-i18next';
import { emailChangeMachine } from '#machines/email-change/email-change.machine.ts';
import { resumable } from '#machines/email-change/email-change.rules.ts';
import { FactorInfo } from '#src/flow/factor-info.tsx';
import { flowRoute, type Flow } from '#src/flow/flow-route.tsx';
import { refusedEntries } from '#src/flow/refused-entries.ts';
import { routeAt } from '#src/flow/use-flow-url.ts';
import { paths } from '#src/paths.ts';
import { useSpentMailToken } from '#src/session/mail-token.tsx';
import { useSession } from '#src/session/session.provider.tsx';
import { OutcomeUnknown } from '#src/ui/outcome-unknown.tsx';
import { emailChangePorts, type MailedLink } from './email-change.ports.ts';
import { AddressScreen } from './screens/address.tsx';
import { CodeScreen } from './screens/code.tsx';
import { LinkInvalidScreen } from './screens/link-invalid.tsx';
import { LinkSentScreen } from './screens/link-sent.tsx';
import { PasswordScreen } from './screens/password.tsx';

type EmailChangeFlow = Flow<typeof emailChangeMachine, MailedLink>;

/** /ChangeEmail1 to /ChangeEmail3 (F-06): a link to the present address, the new one, a code from it. */
export const EmailChangeRoute = flowRoute({
  machine: emailChangeMachine,
  entries: refusedEntries['email-change'],
  own: ({ token }): MailedLink => ({ token }),
  ports: emailChangePorts,
  // With the mailed link, at the step that a reload interrupted, or at the first one.
  input: ({ services, location, token }, stored) => ({
    key: services.newId(),
    link: token !== null,
    resume: stored && resumable(stored.checkpoint, stored.age, routeAt(location)),
  }),
  useRun: usePresentAddress,
  screens: {
    'email-change-loading': Info,
    'email-change-unavailable': Info,
    'email-change': PasswordScreen,
    'email-change-sent': LinkSentScreen,
    'email-change-address': AddressScreen,
    'email-change-invalid': LinkInvalidScreen,
    'email-change-code': CodeScreen,
    'email-change-unknown': Unknown,
  },
  end: ({ kind }, { goTo }) => goTo(paths.account, kind === 'changed' ? { notice: 'emailChanged' } : null),
});

function usePresentAddress({ snapshot }: EmailChangeFlow): { readonly presentAddress: string } {
  const { userInfo } = useSession();
  useSpentMailToken(snapshot.matches('confirming') || snapshot.matches({ namingAddress: 'linkInvalid' }));
  return { presentAddress: userInfo?.email ?? '' };
}

function Info({ snapshot, send }: EmailChangeFlow) {
  const { t } = useTranslation('email-change');
  return (
    <FactorInfo title={t('title')} problem={snapshot.hasTag('error') ? snapshot.context.problem : null} send={send} />
  );
}

function Unknown({ snapshot, send }: EmailChangeFlow) {
  const { t } = useTranslation('email-change');
  return <OutcomeUnknown tab={t('title')} asking={snapshot.hasTag('waiting')} onAsk={() => send({ type: 'RETRY' })} />;
}
