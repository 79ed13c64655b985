import { twoFactorMachine } from '#machines/two-factor/two-factor.machine.ts';
import { resumable } from '#machines/two-factor/two-factor.rules.ts';
import type texts from '#locales/en-US/two-factor.json';
import { beside } from '#src/flow/beside.tsx';
import { type FlowProps, flowRoute } from '#src/flow/flow-route.tsx';
import { optionsScreen } from '#src/flow/options-screen.tsx';
import { OutcomeUnknown } from '#src/flow/outcome-unknown.tsx';
import { paths } from '#src/paths.ts';
import { useSession } from '#src/session/session.provider.tsx';
import { upOf } from '#src/ui/navigation.ts';
import { Aside } from './screens/aside.tsx';
import { BindingScreen } from './screens/binding.tsx';
import {
  NewCodesLostScreen,
  NewCodesScreen,
  RecoveryCodesLostScreen,
  RecoveryCodesScreen,
} from './screens/recovery-codes.tsx';
import { DoneScreen, StateScreen } from './screens/state.tsx';
import { RenewingScreen, UnbindingScreen } from './screens/unbinding.tsx';
import { UnverifiedScreen } from './screens/unverified.tsx';
import { twoFactorEntries, twoFactorPorts, type TwoFactorSecrets } from './two-factor.ports.ts';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    'two-factor': typeof texts;
  }
}

const Options = optionsScreen('two-factor:loading');
type TwoFactorFlow = FlowProps<typeof twoFactorMachine, TwoFactorSecrets>;

/** /Authentication (F-07): the state of the second factor, binding one, unbinding it, new recovery codes. */
export const TwoFactorRoute = flowRoute({
  machine: twoFactorMachine,
  title: 'two-factor:title',
  entries: twoFactorEntries,
  own: (): TwoFactorSecrets => ({ info: null, recoveryCodes: [] }),
  ports: twoFactorPorts,
  input: ({ services, location }, stored) => ({
    key: services.newId(),
    resume: resumable(stored?.checkpoint, location.search !== ''),
  }),
  Frame: beside(Aside),
  screens: {
    'two-factor-loading': Options,
    'two-factor-unavailable': Options,
    'two-factor-unverified': UnverifiedScreen,
    'two-factor-state': State,
    'two-factor-app': Binding,
    'two-factor-key': Binding,
    'two-factor-code': Binding,
    'two-factor-recovery': RecoveryCodes,
    'two-factor-codes-lost': RecoveryCodesLostScreen,
    'two-factor-unbind': UnbindingScreen,
    'two-factor-renew': RenewingScreen,
    'two-factor-new-codes': NewCodes,
    'two-factor-new-codes-lost': NewCodesLostScreen,
    'two-factor-unknown': OutcomeUnknown,
  },
  done: Done,
  end: ({ kind }, { goTo }) => goTo(kind === 'left' ? upOf(paths.authentication) : paths.authentication),
});

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

function NewCodes({ own, send }: TwoFactorFlow) {
  return <NewCodesScreen codes={own.recoveryCodes} send={send} />;
}

function Done({ snapshot: { output }, restart }: TwoFactorFlow) {
  const isChanged = output?.kind === 'bound' || output?.kind === 'unbound' || output?.kind === 'codesRenewed';
  return isChanged && <DoneScreen outcome={output.kind} onAgain={restart} />;
}
