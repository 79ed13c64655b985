import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { freezeLinkMachine } from '#machines/freeze-link/freeze-link.machine.ts';
import { resumable } from '#machines/freeze-link/freeze-link.rules.ts';
import { flowRoute, type Flow } from '#src/flow/flow-route.tsx';
import { FrozenScreen } from '#src/flow/frozen.tsx';
import { refusedEntries } from '#src/flow/refused-entries.ts';
import { routeAt } from '#src/flow/use-flow-url.ts';
import { OpenFrame, PublicFrame } from '#src/frames/route-parts.tsx';
import { paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { useSpentMailToken } from '#src/session/mail-token.tsx';
import { useSession } from '#src/session/session.provider.tsx';
import '#src/styles/app.css';
import { OutcomeUnknown } from '#src/ui/outcome-unknown.tsx';
import { freezeLinkPorts } from './freeze-link.ports.ts';
import { AskingScreen } from './screens/asking.tsx';
import { LinkInvalidScreen } from './screens/link-invalid.tsx';

type FreezeFlow = Flow<typeof freezeLinkMachine>;

/** /Freeze (D-32): the link of a mail freezes the account at one press, signed in or not. */
export const FreezeLinkRoute = flowRoute({
  machine: freezeLinkMachine,
  entries: refusedEntries['freeze-link'],
  ports: (services, _, { token }) => freezeLinkPorts(services, token ?? ''),
  input: ({ services, location, token }, stored) => {
    const link = token !== null;
    return { key: services.newId(), link, resume: resumable(stored?.checkpoint, routeAt(location), link) };
  },
  useRun: useSpentToken,
  screens: {
    'freeze-link': AskingScreen,
    'freeze-link-invalid': LinkInvalid,
    'freeze-link-unknown': Unknown,
    'freeze-link-done': Frozen,
  },
  done: Frozen,
  Frame,
  end: (_, { goTo }) => goTo(paths.signIn),
});

function useSpentToken({ snapshot }: FreezeFlow): object {
  useSpentMailToken(snapshot.matches('showingFrozen') || snapshot.matches('linkInvalid'));
  return {};
}

/**
 * The frame is inside the flow, which so goes on where the session ends meanwhile. Once the account is frozen nobody is
 * signed in to it, and where no session is kept there is none to wait for.
 */
function Frame({ snapshot, children }: FreezeFlow & { readonly children: ReactNode }) {
  const { status } = useSession();
  const { session } = useServices();
  const isOver = snapshot.matches('showingFrozen') || snapshot.status === 'done';
  const isVisitor = status === 'signedOut' || session.tokens() === null || isOver;
  return isVisitor ? <PublicFrame page={children} /> : <OpenFrame reading={false} page={children} />;
}

function LinkInvalid({ send }: FreezeFlow) {
  return <LinkInvalidScreen onSignIn={() => send({ type: 'SIGN_IN' })} />;
}

function Unknown({ snapshot, send }: FreezeFlow) {
  const { t } = useTranslation('account-freeze');
  return <OutcomeUnknown tab={t('tab')} asking={snapshot.hasTag('waiting')} onAsk={() => send({ type: 'RETRY' })} />;
}

function Frozen({ send }: FreezeFlow) {
  return <FrozenScreen onSignIn={() => send({ type: 'SIGN_IN' })} />;
}
