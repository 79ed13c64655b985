import { useTranslation } from 'react-i18next';
import { accountThawMachine } from '#machines/account-thaw/account-thaw.machine.ts';
import { resumable } from '#machines/account-thaw/account-thaw.rules.ts';
import { flowRoute, type Flow } from '#src/flow/flow-route.tsx';
import { refusedEntries } from '#src/flow/refused-entries.ts';
import { routeAt } from '#src/flow/use-flow-url.ts';
import { paths } from '#src/paths.ts';
import { useSpentMailToken } from '#src/session/mail-token.tsx';
import '#src/styles/app.css';
import { OutcomeUnknown } from '#src/ui/outcome-unknown.tsx';
import { accountThawPorts } from './account-thaw.ports.ts';
import { AccountScreen } from './screens/account.tsx';
import { CodeScreen } from './screens/code.tsx';
import { ConfirmScreen } from './screens/confirm.tsx';
import { DoneScreen } from './screens/done.tsx';
import { LinkInvalidScreen } from './screens/link-invalid.tsx';
import { LinkSentScreen } from './screens/link-sent.tsx';

type ThawFlow = Flow<typeof accountThawMachine>;

/** /Frozen and /Thaw (D-32): having the link mailed, and thawing by it. */
export const AccountThawRoute = flowRoute({
  machine: accountThawMachine,
  entries: refusedEntries['account-thaw'],
  ports: (services, _, { token }) => accountThawPorts(services, token ?? ''),
  // At the step that a reload interrupted, with the mailed link, or at the first one.
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
    'account-thaw-unknown': Unknown,
    'account-thaw-done': Done,
  },
  done: Done,
  end: (_, { goTo }) => goTo(paths.signIn),
});

function useSpentToken({ snapshot }: ThawFlow): object {
  useSpentMailToken(snapshot.matches('showingDone') || snapshot.matches('linkInvalid'));
  return {};
}

function Unknown({ snapshot, send }: ThawFlow) {
  const { t } = useTranslation('account-thaw');
  return <OutcomeUnknown tab={t('tab')} asking={snapshot.hasTag('waiting')} onAsk={() => send({ type: 'RETRY' })} />;
}

function Done({ send }: ThawFlow) {
  return <DoneScreen onSignIn={() => send({ type: 'SIGN_IN' })} />;
}
