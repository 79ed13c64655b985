import { useLayoutEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { signOutMachine } from '#machines/sign-out/sign-out.machine.ts';
import { FlowScreen } from '#src/flow/flow-screen.tsx';
import { refusedEntries } from '#src/flow/refused-entries.ts';
import { useFlowActor } from '#src/services/use-flow-actor.ts';
import { useFlowUrl } from '#src/flow/use-flow-url.ts';
import { paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { useSession } from '#src/session/session.provider.tsx';
import { Button } from '#src/ui/button.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Waiting } from '#src/ui/waiting.tsx';
import { signOutPorts } from './sign-out.ports.ts';
import { SignedOutHere } from './screens/signed-out-here.tsx';

/** /Signout (F-16): asks once, then signs out in every tab. */
export function SignOutRoute() {
  const { t } = useTranslation(['sign-out', 'common']);
  const services = useServices();
  const { send } = useSession();
  const navigate = useNavigate();
  const machine = useMemo(() => signOutMachine.provide({ actors: signOutPorts(services) }), [services]);
  const { actor, snapshot } = useFlowActor(machine);
  const outcome = snapshot.output?.kind;
  useFlowUrl({ snapshot, back: () => null, restart: () => void navigate(paths.dashboard, { replace: true }) });

  useLayoutEffect(() => {
    if (outcome === 'signedOut') send({ type: 'SIGNED_OUT' });
    if (outcome === 'stayed') void navigate(paths.dashboard, { replace: true });
  }, [outcome, send, navigate]);

  return (
    <FlowScreen snapshot={snapshot} entries={refusedEntries['sign-out']}>
      {snapshot.matches('confirming') && (
        <>
          <PageHeading title={t('title')} note={t('note')} />
          <div className="flex flex-wrap gap-3">
            <Button data-event="CONFIRM" onClick={() => actor.send({ type: 'CONFIRM' })}>
              {t('confirm')}
            </Button>
            <Button kind="secondary" data-event="CANCEL" onClick={() => actor.send({ type: 'CANCEL' })}>
              {t('stay')}
            </Button>
          </div>
        </>
      )}
      {snapshot.hasTag('waiting') && (
        <>
          <PageHeading title={t('title')} />
          <Waiting what={t('waiting')} />
        </>
      )}
      {outcome === 'signedOutHere' && <SignedOutHere onLeave={() => send({ type: 'SIGNED_OUT' })} />}
    </FlowScreen>
  );
}
