import { useTranslation } from 'react-i18next';
import { twoFactorMachine } from '#machines/two-factor/two-factor.machine.ts';
import { resumable } from '#machines/two-factor/two-factor.rules.ts';
import { flowRoute, type Flow } from '#src/flow/flow-route.tsx';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { refusedEntries } from '#src/flow/refused-entries.ts';
import { paths } from '#src/paths.ts';
import { useSession } from '#src/session/session.provider.tsx';
import { Button } from '#src/ui/button.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Waiting } from '#src/ui/waiting.tsx';
import { BindingScreen } from './screens/binding.tsx';
import { OutcomeUnknownScreen } from './screens/outcome-unknown.tsx';
import { RecoveryCodesLostScreen, RecoveryCodesScreen } from './screens/recovery-codes.tsx';
import { DoneScreen, StateScreen } from './screens/state.tsx';
import { UnbindingScreen } from './screens/unbinding.tsx';
import { UnverifiedScreen } from './screens/unverified.tsx';
import { twoFactorPorts, type TwoFactorSecrets } from './two-factor.ports.ts';

type TwoFactorFlow = Flow<typeof twoFactorMachine, TwoFactorSecrets>;

/** /Authentication (F-07): the state of the second factor, binding one, unbinding it. */
export const TwoFactorRoute = flowRoute({
  machine: twoFactorMachine,
  entries: refusedEntries['two-factor'],
  own: (): TwoFactorSecrets => ({ info: null, recoveryCodes: [] }),
  ports: twoFactorPorts,
  input: ({ services, location }, stored) => ({
    key: services.newId(),
    resume: resumable(stored?.checkpoint, location.search !== ''),
  }),
  screens: {
    'two-factor-loading': Loading,
    'two-factor-unavailable': Unavailable,
    'two-factor-unverified': UnverifiedScreen,
    'two-factor-state': State,
    'two-factor-app': Binding,
    'two-factor-key': Binding,
    'two-factor-code': Binding,
    'two-factor-recovery': RecoveryCodes,
    'two-factor-codes-lost': RecoveryCodesLostScreen,
    'two-factor-unbind': UnbindingScreen,
    'two-factor-unknown': OutcomeUnknownScreen,
  },
  done: Done,
  end: ({ kind }, { goTo }) => goTo(kind === 'left' ? paths.account : paths.authentication),
});

function Loading() {
  const { t } = useTranslation('two-factor');
  return (
    <>
      <PageHeading title={t('title')} />
      <Waiting what={t('loading')} />
    </>
  );
}

function Unavailable({ snapshot: { context }, send }: TwoFactorFlow) {
  const { t } = useTranslation(['two-factor', 'common']);
  if (context.problem === null) return null;
  const retry = (
    <Button data-event="RETRY" onClick={() => send({ type: 'RETRY' })}>
      {t('common:action.retry')}
    </Button>
  );
  return (
    <>
      <PageHeading title={t('title')} />
      <ProblemAlert problem={context.problem} actions={retry} />
    </>
  );
}

function State({ own, send }: TwoFactorFlow) {
  return own.info !== null && <StateScreen info={own.info} send={send} />;
}

function Binding({ snapshot, own, now, send }: TwoFactorFlow) {
  const { userInfo } = useSession();
  return <BindingScreen snapshot={snapshot} info={own.info} address={userInfo?.email ?? ''} now={now} send={send} />;
}

function RecoveryCodes({ own, send }: TwoFactorFlow) {
  return <RecoveryCodesScreen codes={own.recoveryCodes} send={send} />;
}

function Done({ snapshot: { output }, restart }: TwoFactorFlow) {
  const isChanged = output?.kind === 'bound' || output?.kind === 'unbound';
  return isChanged && <DoneScreen outcome={output.kind} onAgain={restart} />;
}
