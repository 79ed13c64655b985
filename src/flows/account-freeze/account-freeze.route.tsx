import { useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { accountFreezeMachine } from '#machines/account-freeze/account-freeze.machine.ts';
import { resumable } from '#machines/account-freeze/account-freeze.rules.ts';
import { flowRoute, type Flow } from '#src/flow/flow-route.tsx';
import { FrozenScreen } from '#src/flow/frozen.tsx';
import { refusedEntries } from '#src/flow/refused-entries.ts';
import { paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { useSession } from '#src/session/session.provider.tsx';
import { OutcomeUnknown } from '#src/ui/outcome-unknown.tsx';
import { accountFreezePorts } from './account-freeze.ports.ts';
import { AskingScreen } from './screens/asking.tsx';

const ASKING = `${paths.account}?step=freeze`;

type FreezeFlow = Flow<typeof accountFreezeMachine>;

/** /Account?step=freeze (D-32): says what happens, and freezes the member's own account by one press. */
export const AccountFreezeRoute = flowRoute({
  machine: accountFreezeMachine,
  entries: refusedEntries['account-freeze'],
  ports: accountFreezePorts,
  // Whose it is: once the session is over, another member may sign in here. Nobody but the browser knows the key.
  owner: ({ session }) => session.userInfo?.username ?? null,
  input: ({ services }, stored) => ({ key: services.newId(), resume: resumable(stored?.checkpoint) }),
  useRun: useWayBack,
  screens: {
    'account-freeze': AskingScreen,
    'account-freeze-unknown': Unknown,
  },
  done: Frozen,
  end: ({ kind }, { goTo }) => kind === 'cancelled' && goTo(paths.account),
});

/** Where the session was over already, nothing was frozen: signing in leads back to the question. */
function useWayBack({ snapshot }: FreezeFlow): object {
  const { recall } = useServices();
  const { status } = useSession();
  const navigate = useNavigate();
  const isLost = snapshot.output?.kind === 'sessionEnded' && status === 'signedOut';
  useLayoutEffect(() => {
    if (!isLost) return;
    recall.remember(ASKING, null);
    void navigate(paths.signIn, { replace: true });
  }, [isLost, recall, navigate]);
  return {};
}

function Unknown({ snapshot, send }: FreezeFlow) {
  const { t } = useTranslation('account-freeze');
  return <OutcomeUnknown tab={t('tab')} asking={snapshot.hasTag('waiting')} onAsk={() => send({ type: 'RETRY' })} />;
}

function Frozen({ snapshot }: FreezeFlow) {
  const { status, send } = useSession();
  const navigate = useNavigate();
  const signIn = () => {
    if (status === 'signedOut') void navigate(paths.signIn, { replace: true });
    else send({ type: 'SIGNED_OUT' });
  };
  return snapshot.output?.kind === 'frozen' && <FrozenScreen onSignIn={signIn} />;
}
