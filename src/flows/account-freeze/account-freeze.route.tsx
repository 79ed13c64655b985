import { useLayoutEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { accountFreezeMachine } from '#machines/account-freeze/account-freeze.machine.ts';
import { resumable } from '#machines/account-freeze/account-freeze.rules.ts';
import type texts from '#locales/en-US/account-freeze.json';
import { type FlowProps, flowRoute } from '#src/flow/flow-route.tsx';
import { FrozenScreen } from '#src/flow/frozen.tsx';
import { paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { useSession } from '#src/session/session.provider.tsx';
import { OutcomeUnknown } from '#src/flow/outcome-unknown.tsx';
import { upOf } from '#src/ui/navigation.ts';
import { accountFreezePorts } from './account-freeze.ports.ts';
import { AskingScreen } from './screens/asking.tsx';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    'account-freeze': typeof texts;
  }
}

const ASKING = `${paths.account}?step=freeze`;

type FreezeFlow = FlowProps<typeof accountFreezeMachine>;

/** /Account?step=freeze (D-32): says what happens, and freezes the member's own account with one press. */
export const AccountFreezeRoute = flowRoute({
  machine: accountFreezeMachine,
  title: 'account-freeze:tab',
  ports: accountFreezePorts,
  // Once the session is over, another member may sign in here. Only the browser knows the key.
  owner: ({ session }) => session.userInfo?.username ?? null,
  input: ({ services }, stored) => ({ key: services.newId(), resume: resumable(stored?.checkpoint) }),
  useRun: useWayBack,
  screens: {
    'account-freeze': AskingScreen,
    'account-freeze-unknown': OutcomeUnknown,
  },
  done: Frozen,
  end: ({ kind }, { goTo }) => kind === 'cancelled' && goTo(upOf(ASKING)),
});

/** If the session was already over, nothing was frozen: signing in leads back to the question. */
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

function Frozen({ snapshot }: FreezeFlow) {
  const { status, send } = useSession();
  const navigate = useNavigate();
  const signIn = () => {
    if (status === 'signedOut') void navigate(paths.signIn, { replace: true });
    else send({ type: 'SIGNED_OUT' });
  };
  return snapshot.output?.kind === 'frozen' && <FrozenScreen send={signIn} />;
}
