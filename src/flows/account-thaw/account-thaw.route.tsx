import { accountThawMachine } from '#machines/account-thaw/account-thaw.machine.ts';
import { resumable } from '#machines/account-thaw/account-thaw.rules.ts';
import type texts from '#locales/en-US/account-thaw.json';
import { type FlowProps, flowRoute } from '#src/flow/flow-route.tsx';
import { routeAt } from '#src/flow/use-flow-url.ts';
import { paths } from '#src/paths.ts';
import { useSpentMailToken } from '#src/session/mail-token.tsx';
import '#src/styles/app.css';
import { OutcomeUnknown } from '#src/flow/outcome-unknown.tsx';
import { accountThawEntries, accountThawPorts } from './account-thaw.ports.ts';
import { AccountScreen } from './screens/account.tsx';
import { CodeScreen } from './screens/code.tsx';
import { ConfirmScreen } from './screens/confirm.tsx';
import { DoneScreen } from './screens/done.tsx';
import { LinkInvalidScreen } from './screens/link-invalid.tsx';
import { LinkSentScreen } from './screens/link-sent.tsx';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    'account-thaw': typeof texts;
  }
}

type ThawFlow = FlowProps<typeof accountThawMachine>;

/** /Frozen and /Thaw (D-32): requesting the mailed link, and thawing with it. */
export const AccountThawRoute = flowRoute({
  machine: accountThawMachine,
  title: 'account-thaw:tab',
  entries: accountThawEntries,
  ports: (services, _, { token }) => accountThawPorts(services, token ?? ''),
  // Starts at the step that a reload interrupted, with the mailed link, or at the first step.
  input: ({ services, location, token }, stored) => {
    const link = token !== null;
    const resume = stored && resumable(stored.checkpoint, stored.age, routeAt(location), link);
    return { key: services.newId(), link, resume };
  },
  useRun: useSpentToken,
  screens: {
    'account-thaw-account': AccountScreen,
    'account-thaw-sent': LinkSentScreen,
    'account-thaw-confirm': ConfirmScreen,
    'account-thaw-code': CodeScreen,
    'account-thaw-invalid': LinkInvalidScreen,
    'account-thaw-unknown': OutcomeUnknown,
    'account-thaw-done': DoneScreen,
  },
  done: DoneScreen,
  end: (_, { goTo }) => goTo(paths.signIn),
});

function useSpentToken({ snapshot }: ThawFlow): object {
  useSpentMailToken(snapshot.matches('showingDone') || snapshot.matches('linkInvalid'));
  return {};
}
