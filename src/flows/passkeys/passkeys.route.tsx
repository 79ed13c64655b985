import { useTranslation } from 'react-i18next';
import { passkeysMachine } from '#machines/passkeys/passkeys.machine.ts';
import { resumable } from '#machines/passkeys/passkeys.rules.ts';
import type texts from '#locales/en-US/passkeys.json';
import { ChangedScreen } from '#src/flow/changed-screen.tsx';
import { type FlowProps, flowRoute } from '#src/flow/flow-route.tsx';
import { optionsScreen } from '#src/flow/options-screen.tsx';
import { OutcomeUnknown } from '#src/flow/outcome-unknown.tsx';
import { paths } from '#src/paths.ts';
import { useSession } from '#src/session/session.provider.tsx';
import { upOf } from '#src/ui/navigation.ts';
import { keepMade, passkeysEntries, passkeysPorts, type PasskeysOwn } from './passkeys.ports.ts';
import { DeviceScreen } from './screens/device.tsx';
import { ListScreen } from './screens/list.tsx';
import { ProofScreen } from './screens/proof.tsx';
import { RemoveScreen } from './screens/remove.tsx';
import { RenameScreen } from './screens/rename.tsx';
import { UnverifiedScreen } from './screens/unverified.tsx';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    passkeys: typeof texts;
  }
}

const Loading = optionsScreen('passkeys:loading', 'passkeys:text');
type PasskeysFlow = FlowProps<typeof passkeysMachine, PasskeysOwn>;

/** /Passkeys (F-07): the member's passkeys, adding, renaming and removing one. */
export const PasskeysRoute = flowRoute({
  machine: passkeysMachine,
  title: 'passkeys:title',
  entries: passkeysEntries,
  own: (): PasskeysOwn => ({ list: null, options: null, name: '', credential: null }),
  ports: passkeysPorts,
  input: ({ services }, stored) => ({ key: services.newId(), resume: resumable(stored?.checkpoint) }),
  screens: {
    'passkeys-loading': Loading,
    'passkeys-unavailable': Loading,
    'passkeys-list-asking': List,
    'passkeys-unverified-asking': UnverifiedScreen,
    'passkeys-proof': Proof,
    'passkeys-device-asking': Device,
    'passkeys-rename': Rename,
    'passkeys-remove': Remove,
    'passkeys-unknown': OutcomeUnknown,
  },
  done: Done,
  end: ({ kind }, { goTo }) => goTo(kind === 'left' ? upOf(paths.passkeys) : paths.passkeys),
});

function List({ snapshot, own, send }: PasskeysFlow) {
  return own.list !== null && <ListScreen snapshot={snapshot} passkeys={own.list.items} send={send} />;
}

function Proof({ snapshot, now, send }: PasskeysFlow) {
  const { userInfo } = useSession();
  return <ProofScreen snapshot={snapshot} address={userInfo?.email ?? ''} now={now} send={send} />;
}

/** What the chosen passkey is called. */
const nameOf = ({ snapshot, own }: PasskeysFlow): string =>
  own.list?.items.find(({ id }) => id === snapshot.context.chosen)?.name ?? '';

function Rename(flow: PasskeysFlow) {
  return <RenameScreen snapshot={flow.snapshot} name={nameOf(flow)} send={flow.send} />;
}

function Remove(flow: PasskeysFlow) {
  return <RemoveScreen snapshot={flow.snapshot} name={nameOf(flow)} send={flow.send} />;
}

function Device({ snapshot, own, send }: PasskeysFlow) {
  return (
    <DeviceScreen
      snapshot={snapshot}
      options={own.options}
      onMade={(credential) => {
        keepMade(own, credential);
        send({ type: 'DEVICE_MADE' });
      }}
      send={send}
    />
  );
}

/** The flow is over: what is so now, and where to go next. */
function Done({ snapshot: { output }, restart }: PasskeysFlow) {
  const { t } = useTranslation(['passkeys', 'common']);
  if (output?.kind !== 'added' && output?.kind !== 'removed') return null;
  return (
    <ChangedScreen
      title={t(`${output.kind}.title`)}
      tab={t('title')}
      kind="success"
      next={{ to: upOf(paths.passkeys), label: t('toSecurity') }}
      again={t('again')}
      onAgain={restart}
    >
      {t(`${output.kind}.text`)}
    </ChangedScreen>
  );
}
