import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';
import { DEFAULT_CULTURE, isCulture } from '#src/i18n/cultures.ts';
import { formatDateTime } from '#src/i18n/format.ts';
import { formatElapsed } from '#src/i18n/spans.ts';
import { useServices } from '#src/services/services.ts';
import { Button } from '#src/ui/button.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { useToast } from '#src/ui/toast.tsx';
import { dataOf } from '#src/reads/answers.ts';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { useAct } from '#src/reads/use-act.ts';
import type { Reading } from '#src/reads/use-read.ts';
import type { Proof } from './step-up-form.tsx';
import { StepUpDialog } from './step-up-dialog.tsx';
import { WholeWords } from '#src/ui/whole-words.tsx';

type OpenSession = components['schemas']['OpenSession'];
type SessionList = components['schemas']['SessionList'];

const LINES = 3;
/** Takes the place of a session id: all sessions except the current one. */
const OTHERS = 'others';

/** What a press ends. All others: each press is another call, since more may have been opened since an earlier one. */
interface Ending {
  readonly ends: string;
  readonly proof: Proof;
  readonly press: string | null;
}

/**
 * Where the account is signed in, and how to end that: one session, or all others at once, after another proof of
 * identity (D-14).
 */
export function SessionsPanel({ reading }: { readonly reading: Reading<SessionList> }) {
  const { t } = useTranslation(['account', 'common']);
  const { api, newId } = useServices();
  const toast = useToast();
  const [confirming, setConfirming] = useState<OpenSession | 'others' | null>(null);
  const { result, retry, refresh } = reading;
  const onEnded = () => {
    setConfirming(null);
    toast('success', t('common:toast.operated'));
    refresh();
  };
  const act = useAct(({ ends, proof }: Ending, key) => {
    const header = { 'Idempotency-Key': key };
    if (ends === OTHERS) return dataOf(api.POST('/account/endOtherSessions', { body: proof, params: { header } }));
    return dataOf(api.POST('/account/sessions/{id}/end', { body: proof, params: { path: { id: ends }, header } }));
  }, onEnded);
  const ask = (ends: OpenSession | 'others') => {
    act.forgetProblem();
    setConfirming(ends);
  };
  const sessions = result.state === 'ready' ? result.value.items : [];
  return (
    <Panel title={t('sessions.title')} note={t('sessions.text')}>
      {result.state === 'loading' && <Skeleton what={t('sessions.loading')} lines={LINES} />}
      {result.state === 'failed' && <ReadFailed problem={result.problem} onRetry={retry} />}
      <div className="flex flex-col gap-4">
        <ul className="flex flex-col divide-y divide-base-300">
          {sessions.map((session) => (
            <SessionLine key={session.id} session={session} onEnd={() => ask(session)} />
          ))}
        </ul>
        {sessions.length > 1 && (
          <div>
            <Button kind="secondary" onClick={() => ask(OTHERS)}>
              {t('sessions.endOthers')}
            </Button>
          </div>
        )}
      </div>
      {confirming !== null && (
        <StepUpDialog
          title={
            confirming === OTHERS
              ? t('sessions.confirm.title')
              : t('sessions.confirmOne.title', { device: confirming.device })
          }
          keep={confirming === OTHERS ? t('sessions.confirm.keep') : t('sessions.confirmOne.keep')}
          act={confirming === OTHERS ? t('sessions.confirm.act') : t('sessions.confirmOne.act')}
          acting={t('sessions.ending')}
          busy={act.busy !== null}
          problem={act.problem}
          onProof={(proof) =>
            act.run(
              confirming === OTHERS
                ? { ends: OTHERS, proof, press: newId() }
                : { ends: confirming.id, proof, press: null },
            )
          }
          onClose={() => setConfirming(null)}
        >
          <p>{confirming === OTHERS ? t('sessions.confirm.text') : t('sessions.confirmOne.text')}</p>
        </StepUpDialog>
      )}
    </Panel>
  );
}

function SessionLine({ session, onEnd }: { readonly session: OpenSession; readonly onEnd: () => void }) {
  const { t, i18n } = useTranslation('account');
  const { serverNow } = useServices();
  const culture = isCulture(i18n.language) ? i18n.language : DEFAULT_CULTURE;
  const { device, signedInAt, lastUsedAt, current } = session;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="font-medium">
          {device}{' '}
          {current && (
            <span className="badge badge-sm ml-1 border-success bg-transparent text-success">
              {t('sessions.current')}
            </span>
          )}
        </p>
        {!current && (
          <p className="text-sm text-muted">
            <WholeWords
              text={t('sessions.lastUse', {
                moment: formatDateTime(lastUsedAt),
                relative: formatElapsed(lastUsedAt, serverNow(), culture),
              })}
            />
          </p>
        )}
        <p className="text-sm text-muted">
          <WholeWords text={t('sessions.signedIn', { moment: formatDateTime(signedInAt) })} />
        </p>
      </div>
      {!current && (
        <Button kind="quiet" onClick={onEnd} aria-label={t('sessions.endOn', { device })} className="-mx-4 text-error">
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}
