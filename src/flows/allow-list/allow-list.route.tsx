import { useTranslation } from 'react-i18next';
import { allowListMachine } from '#machines/allow-list/allow-list.machine.ts';
import { resumable } from '#machines/allow-list/allow-list.rules.ts';
import type texts from '#locales/en-US/allow-list.json';
import { ChangedScreen } from '#src/flow/changed-screen.tsx';
import { type FlowProps, flowRoute } from '#src/flow/flow-route.tsx';
import { optionsScreen } from '#src/flow/options-screen.tsx';
import { OutcomeUnknown } from '#src/flow/outcome-unknown.tsx';
import { paths } from '#src/paths.ts';
import { allowListEntries, allowListPorts, type AllowListOwn } from './allow-list.ports.ts';
import { ChangeScreen } from './screens/change.tsx';
import { StateScreen } from './screens/state.tsx';
import { useAhead } from '#src/flow/use-ahead.ts';
import { upOf } from '#src/ui/navigation.ts';
import { WholeWords } from '#src/ui/whole-words.tsx';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    'allow-list': typeof texts;
  }
}

const Loading = optionsScreen('allow-list:loading', 'allow-list:text');
type AllowListFlow = FlowProps<typeof allowListMachine, AllowListOwn>;

/** /AllowList (F-10): withdrawals only to saved addresses, on, off, or kept on. */
export const AllowListRoute = flowRoute({
  machine: allowListMachine,
  title: 'allow-list:title',
  entries: allowListEntries,
  own: (): AllowListOwn => ({ said: null }),
  ports: allowListPorts,
  input: ({ services }, stored) => ({ key: services.newId(), resume: resumable(stored?.checkpoint) }),
  screens: {
    'allow-list-loading': Loading,
    'allow-list-unavailable': Loading,
    'allow-list-state-asking': State,
    'allow-list-on': TurnOn,
    'allow-list-off': TurnOff,
    'allow-list-unknown': OutcomeUnknown,
  },
  done: Done,
  end: ({ kind }, { goTo }) => goTo(kind === 'left' ? upOf(paths.allowList) : paths.allowList),
});

function State({ snapshot, own, send }: AllowListFlow) {
  return <StateScreen snapshot={snapshot} offAt={own.said?.offAt ?? null} send={send} />;
}

function TurnOn({ snapshot, send }: AllowListFlow) {
  return <ChangeScreen to="limit" snapshot={snapshot} send={send} />;
}

function TurnOff({ snapshot, send }: AllowListFlow) {
  return <ChangeScreen to="lift" snapshot={snapshot} send={send} />;
}

/** The flow is over: what is so now, and where to go next. */
function Done({ snapshot: { output }, own, restart }: AllowListFlow) {
  const { t } = useTranslation(['allow-list', 'common']);
  const ahead = useAhead();
  const offAt = own.said?.offAt ?? null;
  if (output === undefined || output.kind === 'left' || output.kind === 'sessionEnded') return null;
  return (
    <ChangedScreen
      title={t(`${output.kind}.title`)}
      tab={t('title')}
      kind={output.kind === 'alreadyOff' ? 'info' : 'success'}
      next={{ to: upOf(paths.allowList), label: t('toSecurity') }}
      again={t('again')}
      onAgain={restart}
    >
      <WholeWords
        text={
          output.kind === 'turnedOff' && offAt !== null ? t('turnedOff.until', ahead(offAt)) : t(`${output.kind}.text`)
        }
      />
    </ChangedScreen>
  );
}
