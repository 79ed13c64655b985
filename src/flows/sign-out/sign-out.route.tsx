import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { signOutMachine } from '#machines/sign-out/sign-out.machine.ts';
import type texts from '#locales/en-US/sign-out.json';
import { type FlowProps, flowRoute } from '#src/flow/flow-route.tsx';
import { paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { watchSignOuts } from '#src/session/late-sign-out.ts';
import { useSession } from '#src/session/session.provider.tsx';
import { Button } from '#src/ui/button.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Waiting } from '#src/ui/waiting.tsx';
import { SignedOutHere } from './screens/signed-out-here.tsx';
import { signOutPorts } from './sign-out.ports.ts';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    'sign-out': typeof texts;
  }
}

type SignOutFlow = FlowProps<typeof signOutMachine>;

/** /Signout (F-16): asks once, then signs out in every tab. */
export const SignOutRoute = flowRoute({
  machine: signOutMachine,
  title: 'sign-out:title',
  ports: signOutPorts,
  screens: { 'sign-out': Asking },
  done: Done,
  end: ({ kind }, { goTo, session }) => {
    if (kind === 'signedOut') session.send({ type: 'SIGNED_OUT' });
    if (kind === 'stayed') goTo(paths.dashboard);
  },
  again: ({ goTo }) => goTo(paths.dashboard),
});

function Asking({ snapshot, send }: SignOutFlow) {
  const { t } = useTranslation('sign-out');
  const services = useServices();
  // If the server can't be told, this does so later; without a network its code could not be fetched then.
  useEffect(() => watchSignOuts(services, window), [services]);
  if (snapshot.hasTag('waiting')) {
    return (
      <>
        <PageHeading title={t('title')} />
        <Waiting what={t('waiting')} />
      </>
    );
  }
  return (
    <>
      <PageHeading title={t('title')} note={t('note')} />
      <div className="flex flex-wrap gap-3">
        <Button data-event="CONFIRM" onClick={() => send({ type: 'CONFIRM' })}>
          {t('confirm')}
        </Button>
        <Button kind="secondary" data-event="CANCEL" onClick={() => send({ type: 'CANCEL' })}>
          {t('stay')}
        </Button>
      </div>
    </>
  );
}

function Done({ snapshot }: SignOutFlow) {
  const { send } = useSession();
  const isHereOnly = snapshot.output?.kind === 'signedOutHere';
  return isHereOnly && <SignedOutHere onLeave={() => send({ type: 'SIGNED_OUT' })} />;
}
