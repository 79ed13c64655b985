import type { ReactNode } from 'react';
import { freezeLinkMachine } from '#machines/freeze-link/freeze-link.machine.ts';
import { linkKindOf, resumable } from '#machines/freeze-link/freeze-link.rules.ts';
import { type FlowProps, flowRoute } from '#src/flow/flow-route.tsx';
import { routeAt } from '#src/flow/use-flow-url.ts';
import { OpenFrame, PublicFrame } from '#src/frames/route-parts.tsx';
import { paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { useSpentMailToken } from '#src/session/mail-token.tsx';
import { useSession } from '#src/session/session.provider.tsx';
import '#src/styles/app.css';
import { OutcomeUnknown } from '#src/flow/outcome-unknown.tsx';
import { freezeLinkPorts } from './freeze-link.ports.ts';
import { AskingScreen } from './screens/asking.tsx';
import { DoneScreen, ObjectedScreen } from './screens/done.tsx';
import { LinkInvalidScreen } from './screens/link-invalid.tsx';

type FreezeFlow = FlowProps<typeof freezeLinkMachine>;

/**
 * /Freeze (D-32): the link in a mail freezes the account with one press, signed in or not, or objects to what support
 * was asked for.
 */
export const FreezeLinkRoute = flowRoute({
  machine: freezeLinkMachine,
  title: 'account-freeze:tab',
  ports: (services, _, { token }) => freezeLinkPorts(services, token ?? ''),
  input: ({ services, location, token }, stored) => {
    const link = linkKindOf(token);
    const resume = resumable(stored?.checkpoint, routeAt(location), link !== null);
    return { key: services.newId(), link, resume };
  },
  useRun: useSpentToken,
  screens: {
    'freeze-link': AskingScreen,
    'freeze-link-objecting': AskingScreen,
    'freeze-link-invalid': LinkInvalidScreen,
    'freeze-link-objection-invalid': LinkInvalidScreen,
    'freeze-link-unknown': OutcomeUnknown,
    'freeze-link-done': DoneScreen,
    'freeze-link-objected': ObjectedScreen,
  },
  done: ({ snapshot, ...rest }) =>
    snapshot.context.link === 'objecting' ? (
      <ObjectedScreen snapshot={snapshot} {...rest} />
    ) : (
      <DoneScreen snapshot={snapshot} {...rest} />
    ),
  Frame,
  end: (_, { goTo }) => goTo(paths.signIn),
});

/** The account is frozen, and the link is used. */
function isOver(snapshot: FreezeFlow['snapshot']): boolean {
  return snapshot.matches('showingFrozen') || snapshot.matches('showingObjection');
}

function useSpentToken({ snapshot }: FreezeFlow): object {
  useSpentMailToken(isOver(snapshot) || snapshot.matches('linkInvalid') || snapshot.matches('objectionInvalid'));
  return {};
}

/**
 * The frame is inside the flow, so that the flow continues if the session ends. Once the account is frozen nobody is
 * signed in to it, and without a stored session there is none to wait for.
 */
function Frame({ snapshot, children }: FreezeFlow & { readonly children: ReactNode }) {
  const { status } = useSession();
  const { session } = useServices();
  const isVisitor =
    status === 'signedOut' || session.tokens() === null || isOver(snapshot) || snapshot.status === 'done';
  return isVisitor ? <PublicFrame page={children} /> : <OpenFrame reading={false} page={children} />;
}
