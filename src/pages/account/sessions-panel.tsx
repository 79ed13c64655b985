import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { DEFAULT_CULTURE, isCulture } from '#src/i18n/cultures.ts';
import { formatDateTime, formatElapsed } from '#src/i18n/format.ts';
import { useServices } from '#src/session/services.ts';
import { Button } from '#src/ui/button.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { useToast } from '#src/ui/toast.tsx';
import { dataOf } from '../answers.ts';
import { ReadFailed } from '../read-failed.tsx';
import { useAct } from '../use-act.ts';
import { useRead } from '../use-read.ts';

type OpenSession = components['schemas']['OpenSession'];

const LINES = 3;

/** Where the account is open, and how to end that: one by one, or all others at once after being asked once more (D-14). */
export function SessionsPanel() {
  const { t } = useTranslation(['account', 'common']);
  const { api } = useServices();
  const toast = useToast();
  const content = useRef<HTMLDivElement>(null);
  const [confirming, setConfirming] = useState(false);
  const read = useCallback((signal: AbortSignal) => dataOf(api.GET('/account/sessions', { signal })), [api]);
  const { result, retry, refresh } = useRead(read);
  const onEnded = () => {
    setConfirming(false);
    toast('success', t('common:toast.operated'));
    // The button that was pressed goes away with its session.
    content.current?.focus();
    refresh();
  };
  const one = useAct((id: string, key) => dataOf(api.POST('/account/sessions/{id}/end', { params: { path: { id }, header: { 'Idempotency-Key': key } } })), onEnded);
  const others = useAct((_: 'others', key) => dataOf(api.POST('/account/endOtherSessions', { params: { header: { 'Idempotency-Key': key } } })), onEnded);
  const sessions = result.state === 'ready' ? result.value.items : [];
  const problem = one.problem ?? others.problem;
  return (
    <Panel title={t('sessions.title')} note={t('sessions.text')}>
      {result.state === 'loading' && <Skeleton what={t('sessions.loading')} lines={LINES} />}
      {result.state === 'failed' && <ReadFailed problem={result.problem} onRetry={retry} />}
      {problem !== null && !confirming && <ProblemAlert problem={problem} />}
      <div ref={content} tabIndex={-1} className="flex flex-col gap-4">
        <ul className="flex flex-col divide-y divide-base-300">
          {sessions.map((session) => (
            <SessionLine key={session.id} session={session} busy={one.busy === session.id} onEnd={() => one.run(session.id)} />
          ))}
        </ul>
        {sessions.length > 1 && (
          <div>
            <Button kind="secondary" onClick={() => setConfirming(true)}>
              {t('sessions.endOthers')}
            </Button>
          </div>
        )}
      </div>
      {confirming && (
        <ConfirmDialog
          title={t('sessions.confirm.title')}
          confirm={others.busy === null ? t('sessions.endOthers') : t('sessions.ending')}
          busy={others.busy !== null}
          onConfirm={() => others.run('others')}
          onClose={() => setConfirming(false)}
        >
          <p>{t('sessions.confirm.text')}</p>
          {others.problem !== null && <ProblemAlert problem={others.problem} />}
        </ConfirmDialog>
      )}
    </Panel>
  );
}

function SessionLine({ session, busy, onEnd }: { readonly session: OpenSession; readonly busy: boolean; readonly onEnd: () => void }) {
  const { t, i18n } = useTranslation('account');
  const { now } = useServices();
  const culture = isCulture(i18n.language) ? i18n.language : DEFAULT_CULTURE;
  const { device, signedInAt, lastUsedAt, current } = session;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="font-medium">
          {device} {current && <span className="badge badge-sm ml-1 border-success bg-transparent text-success">{t('sessions.current')}</span>}
        </p>
        <p className="text-sm text-muted">{t('sessions.lastUse', { moment: formatDateTime(lastUsedAt), relative: formatElapsed(lastUsedAt, now(), culture) })}</p>
        <p className="text-sm text-muted">{t('sessions.signedIn', { moment: formatDateTime(signedInAt) })}</p>
      </div>
      {!current && (
        <Button kind="quiet" busy={busy} onClick={onEnd} aria-label={t('sessions.endOn', { device })} className="text-error">
          {busy ? t('sessions.ending') : t('sessions.end')}
        </Button>
      )}
    </li>
  );
}
