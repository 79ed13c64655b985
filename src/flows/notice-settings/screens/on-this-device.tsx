import { useCallback, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Refusable } from '#src/flow/refusable.tsx';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { dataOf } from '#src/reads/answers.ts';
import { useAct } from '#src/reads/use-act.ts';
import { useRead } from '#src/reads/use-read.ts';
import {
  isPushBlocked,
  mayNotify,
  onPushPermission,
  subscribe,
  subscribedAs,
  type PushRefusal,
  type PushWanted,
} from '#src/services/push.ts';
import { canPush, unsubscribe } from '#src/services/push-subscription.ts';
import { useServices } from '#src/services/services.ts';
import { Alert } from '#src/ui/alert.tsx';
import { Button } from '#src/ui/button.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { useToast } from '#src/ui/toast.tsx';

/**
 * Whether this browser shows what the bell lists, also while the app is closed. A choice of the device and not of the
 * member, so it is not part of the form: a press takes effect at once.
 */
export function OnThisDevice() {
  const { t } = useTranslation('notice-settings');
  return (
    <Panel title={t('push.title')} note={t('push.note')}>
      {canPush() ? <Choice /> : <p>{t('push.unsupported')}</p>}
    </Panel>
  );
}

/** What the server and the browser say; either may have forgotten the other. */
interface Here {
  /** Null if the club sends no messages to browsers. */
  readonly key: string | null;
  /**
   * Which browser is notified for this session: another one may have been turned on by somebody who uses it as well.
   */
  readonly notified: 'none' | 'this' | 'another';
}

/** What the server says once this browser did something. */
const after = ({ key, on }: { readonly key: string | null; readonly on: boolean }): Here => ({
  key,
  notified: on ? 'this' : 'none',
});

function Choice() {
  const { api } = useServices();
  const { t } = useTranslation('notice-settings');
  const read = useCallback(
    async (signal: AbortSignal): Promise<Here> => {
      const { key, on, endpointHash } = await dataOf(api.GET('/notices/push', { signal }));
      if (!on) return { key, notified: 'none' };
      if (endpointHash !== (await subscribedAs())) return { key, notified: 'another' };
      return { key, notified: mayNotify() ? 'this' : 'none' };
    },
    [api],
  );
  const { result, retry, put } = useRead('push', read);
  if (result.state === 'loading') return <Shape />;
  if (result.state === 'failed') return <ReadFailed problem={result.problem} onRetry={retry} />;
  const { key, notified } = result.value;
  if (key === null) return <p>{t('push.unavailable')}</p>;
  if (notified === 'none') return <TurnedOff club={key} onOn={put} />;
  return notified === 'this' ? <TurnedOn onOff={put} /> : <TurnedOnElsewhere onOff={put} />;
}

/**
 * A placeholder as high as what will most likely be there: with the words and buttons of a browser that was allowed to
 * notify, asked not to, or never asked. They take other lines in each language. As contents of the style, nobody reads
 * or finds them as texts.
 */
function Shape() {
  const { t } = useTranslation('notice-settings');
  const isOn = mayNotify();
  const isBlocked = isPushBlocked();
  const buttons = isOn ? [t('push.test'), t('push.turnOff')] : [t('push.turnOn')];
  return (
    <div role="status" aria-busy="true" className="skeleton">
      <span className="sr-only">{t('push.loading')}</span>
      <div aria-hidden="true" className="invisible flex flex-col gap-4">
        {isBlocked && (
          <div className="flex flex-col gap-1">
            <p className={`font-semibold ${WORDS}`} data-words={t('push.blocked.title')} />
            <p className={`text-sm ${WORDS}`} data-words={t('push.blocked.text')} />
          </div>
        )}
        {!isBlocked && (
          <div className={STATE}>
            <p className={WORDS} data-words={isOn ? t('push.on') : t('push.off')} />
            <div className="flex flex-wrap gap-3">
              {buttons.map((words) => (
                <span key={words} className={`btn press ${WORDS}`} data-words={words} />
              ))}
            </div>
          </div>
        )}
      </div>
    </div>
  );
}

const WORDS = 'before:content-[attr(data-words)]';
const STATE = 'flex flex-wrap items-center justify-between gap-x-4 gap-y-3';

function TurnedOff({ club, onOn }: { readonly club: string; readonly onOn: (here: Here) => void }) {
  const { t } = useTranslation('notice-settings');
  const { api } = useServices();
  const [asking, setAsking] = useState(false);
  const [refusal, setRefusal] = useState<PushRefusal | null>(null);
  const act = useAct(
    (body: PushWanted, key) =>
      dataOf(api.POST('/notices/push', { body, params: { header: { 'Idempotency-Key': key } } })),
    (here) => onOn(after(here)),
  );
  const busy = asking || act.busy !== null;
  // A press can't change that: the browser doesn't ask its user again.
  const isBlocked = useSyncExternalStore(onPushPermission, isPushBlocked);
  const turnOn = async () => {
    if (busy) return;
    setAsking(true);
    setRefusal(null);
    act.forgetProblem();
    const asked = await subscribe(club);
    setAsking(false);
    if (typeof asked === 'string') setRefusal(asked);
    else act.run(asked);
  };
  return (
    <>
      {isBlocked && (
        <div role="status" className="flex flex-col gap-1">
          <p className="font-semibold">{t('push.blocked.title')}</p>
          <p className="text-sm text-muted">{t('push.blocked.text')}</p>
        </div>
      )}
      {refusal !== null && refusal !== 'blocked' && !isBlocked && (
        <Alert kind="warning" title={t(`push.${refusal}.title`)}>
          {t(`push.${refusal}.text`)}
        </Alert>
      )}
      <Refusable problem={act.problem} />
      {!isBlocked && (
        <State text={t('push.off')}>
          <Button busy={busy} onClick={() => void turnOn()}>
            {busy ? t('push.turningOn') : t('push.turnOn')}
          </Button>
        </State>
      )}
    </>
  );
}

/** Ends the notifications of this session, wherever they go. */
function useTurnOff(onOff: (here: Here) => void) {
  const { api } = useServices();
  return useAct(
    (_: 'off', key) => dataOf(api.POST('/notices/push/off', { params: { header: { 'Idempotency-Key': key } } })),
    (here) => {
      void unsubscribe();
      onOff(after(here));
    },
  );
}

function TurnedOnElsewhere({ onOff }: { readonly onOff: (here: Here) => void }) {
  const { t } = useTranslation('notice-settings');
  const off = useTurnOff(onOff);
  return (
    <>
      <Alert kind="warning" title={t('push.another.title')}>
        {t('push.another.text')}
      </Alert>
      <Refusable problem={off.problem} />
      <State text={t('push.another.on')}>
        <Button busy={off.busy !== null} onClick={() => off.run('off')}>
          {off.busy === null ? t('push.turnOff') : t('push.turningOff')}
        </Button>
      </State>
    </>
  );
}

function TurnedOn({ onOff }: { readonly onOff: (here: Here) => void }) {
  const { t } = useTranslation('notice-settings');
  const { api } = useServices();
  const toast = useToast();
  const off = useTurnOff(onOff);
  const test = useAct(
    (_: 'test', key) => dataOf(api.POST('/notices/push/test', { params: { header: { 'Idempotency-Key': key } } })),
    () => toast('success', t('push.sent')),
  );
  const problem = off.problem ?? test.problem;
  return (
    <>
      <Refusable problem={problem} />
      <State text={t('push.on')}>
        <Button kind="secondary" busy={test.busy !== null} onClick={() => test.run('test')}>
          {test.busy === null ? t('push.test') : t('push.testing')}
        </Button>
        <Button kind="quiet" busy={off.busy !== null} onClick={() => off.run('off')}>
          {off.busy === null ? t('push.turnOff') : t('push.turningOff')}
        </Button>
      </State>
    </>
  );
}

function State({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <div className={STATE}>
      <p role="status">{text}</p>
      <div className="flex flex-wrap gap-3">{children}</div>
    </div>
  );
}
