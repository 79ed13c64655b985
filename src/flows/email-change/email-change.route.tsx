import { emailChangeMachine } from '#machines/email-change/email-change.machine.ts';
import { resumable } from '#machines/email-change/email-change.rules.ts';
import type texts from '#locales/en-US/email-change.json';
import { FactorInfo } from '#src/flow/factor-info.tsx';
import { type FlowProps, flowRoute } from '#src/flow/flow-route.tsx';
import { routeAt } from '#src/flow/use-flow-url.ts';
import { paths } from '#src/paths.ts';
import { useSpentMailToken } from '#src/session/mail-token.tsx';
import { useSession } from '#src/session/session.provider.tsx';
import { OutcomeUnknown } from '#src/flow/outcome-unknown.tsx';
import { emailChangeEntries, emailChangePorts, type MailedLink } from './email-change.ports.ts';
import { AddressScreen } from './screens/address.tsx';
import { CodeScreen } from './screens/code.tsx';
import { LinkInvalidScreen } from './screens/link-invalid.tsx';
import { LinkSentScreen } from './screens/link-sent.tsx';
import { PasswordScreen } from './screens/password.tsx';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    'email-change': typeof texts;
  }
}

type EmailChangeFlow = FlowProps<typeof emailChangeMachine, MailedLink>;

/** /ChangeEmail1 to /ChangeEmail3 (F-06): a link to the current address, the new address, a code from it. */
export const EmailChangeRoute = flowRoute({
  machine: emailChangeMachine,
  title: 'email-change:title',
  entries: emailChangeEntries,
  own: ({ token }): MailedLink => ({ token }),
  ports: emailChangePorts,
  // Starts with the mailed link, at the step that a reload interrupted, or at the first step.
  input: ({ services, location, token }, stored) => ({
    key: services.newId(),
    link: token !== null,
    resume: stored && resumable(stored.checkpoint, stored.age, routeAt(location)),
  }),
  useRun: usePresentAddress,
  screens: {
    'email-change-loading': FactorInfo,
    'email-change-unavailable': FactorInfo,
    'email-change': PasswordScreen,
    'email-change-sent': LinkSentScreen,
    'email-change-address': AddressScreen,
    'email-change-invalid': LinkInvalidScreen,
    'email-change-code': CodeScreen,
    'email-change-unknown': OutcomeUnknown,
  },
  end: ({ kind }, { goTo }) => goTo(paths.account, kind === 'changed' ? { notice: 'emailChanged' } : null),
});

function usePresentAddress({ snapshot }: EmailChangeFlow): { readonly presentAddress: string } {
  const { userInfo } = useSession();
  useSpentMailToken(snapshot.matches('confirming') || snapshot.matches({ namingAddress: 'linkInvalid' }));
  return { presentAddress: userInfo?.email ?? '' };
}
