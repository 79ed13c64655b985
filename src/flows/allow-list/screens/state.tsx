import { useTranslation } from 'react-i18next';
import type { allowListMachine } from '#machines/allow-list/allow-list.machine.ts';
import type { AllowListState } from '#machines/allow-list/allow-list.types.ts';
import { NotDone } from '#src/flow/outcome-unknown.tsx';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import type { ScreenProps } from '#src/flow/screen-props.ts';
import { paths } from '#src/paths.ts';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { useAhead } from '#src/flow/use-ahead.ts';
import { WholeWords } from '#src/ui/whole-words.tsx';

const ACTS = { off: 'TURN_ON', on: 'TURN_OFF', turningOff: 'KEEP' } as const satisfies Record<AllowListState, string>;
/** By which name its texts are found. */
const WORDS = { off: 'unlimited', on: 'limited', turningOff: 'ending' } as const;

interface StateScreenProps extends ScreenProps<typeof allowListMachine> {
  /** When it stops holding, while it is turning off. */
  readonly offAt: string | null;
}

/** Whether withdrawals go only to saved addresses, and the one act that there is to it. */
export function StateScreen({ snapshot, offAt, send }: StateScreenProps) {
  const { t } = useTranslation('allow-list');
  const { problem, state } = snapshot.context;
  const busy = snapshot.hasTag('waiting');
  const type = ACTS[state];
  return (
    <>
      <PageHeading title={t('title')} note={t('text')} />
      {snapshot.hasTag('error') && problem !== null && <ProblemAlert problem={problem} />}
      {snapshot.matches({ showingState: 'notDone' }) && <NotDone />}
      <Status state={state} offAt={offAt} />
      <div className="flex flex-wrap gap-3">
        <Button
          kind={state === 'on' ? 'secondary' : 'primary'}
          busy={busy}
          data-event={type}
          onClick={() => send({ type })}
        >
          {busy ? t('keeping') : t(`state.${WORDS[state]}.act`)}
        </Button>
        <ButtonLink kind="secondary" to={paths.addresses}>
          {t('addresses')}
        </ButtonLink>
        {!busy && (
          <Button kind="quiet" data-event="LEAVE" onClick={() => send({ type: 'LEAVE' })}>
            {t('toSecurity')}
          </Button>
        )}
      </div>
    </>
  );
}

function Status({ state, offAt }: { readonly state: AllowListState; readonly offAt: string | null }) {
  const { t } = useTranslation('allow-list');
  const ahead = useAhead();
  const isOn = state === 'on';
  return (
    <section className="panel grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 p-4">
      <Icon name={isOn ? 'check' : 'alert'} className={`mt-0.5 size-5 ${isOn ? 'text-success' : 'text-warning'}`} />
      <div className="flex flex-col gap-1">
        <h2 className="font-semibold">
          <WholeWords
            text={
              state === 'turningOff' && offAt !== null
                ? t('state.ending.until', ahead(offAt))
                : t(`state.${WORDS[state]}.title`)
            }
          />
        </h2>
        <p className="text-sm text-muted">{t(`state.${WORDS[state]}.text`)}</p>
      </div>
    </section>
  );
}
