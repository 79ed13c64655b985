import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { confirmationMachine } from '#machines/confirmation/confirmation.machine.ts';
import { NotDone } from '#src/flow/outcome-unknown.tsx';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import type { ScreenProps } from '#src/flow/screen-props.ts';
import { DeviceRefused, askForPasskey, type DeviceRefusal } from '#src/services/device.ts';
import { useServices } from '#src/services/services.ts';
import { Alert } from '#src/ui/alert.tsx';
import { Button } from '#src/ui/button.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Submit } from '#src/ui/submit.tsx';
import { keepSigned, signingOf } from '../signing.ts';

interface PasskeyProps extends ScreenProps<typeof confirmationMachine> {
  readonly title: string;
  readonly summary: ReactNode;
  readonly rest: ReactNode;
}

/** A device that says that it knows a passkey can't say so here; it is an error like others. */
const EVENTS = {
  cancelled: 'DEVICE_CANCELLED',
  known: 'DEVICE_FAILED',
  unsupported: 'DEVICE_UNSUPPORTED',
  failed: 'DEVICE_FAILED',
} as const satisfies Record<DeviceRefusal, string>;

/**
 * The device signs for the draft, at a press, since browsers ask for one. What is confirmed stays on the screen while
 * the browser asks, which says nothing of it. Whoever leaves stops the device.
 */
export function PasskeyScreen({ snapshot, send, title, summary, rest }: PasskeyProps) {
  const { t } = useTranslation('confirmation');
  const services = useServices();
  const asking = useRef<AbortController | null>(null);
  const [isAsking, setAsking] = useState(false);
  useEffect(() => () => asking.current?.abort(), []);
  const isBeginning = snapshot.matches('beginningPasskey');
  const isSending = snapshot.matches('confirmingByPasskey');
  const refused = (['cancelled', 'unsupported', 'broken'] as const).find((reason) =>
    snapshot.matches({ askingDevice: reason }),
  );
  const ask = async () => {
    const signing = signingOf(services);
    if (signing.options === null || asking.current !== null) return;
    const stop = new AbortController();
    asking.current = stop;
    setAsking(true);
    try {
      const credential = await askForPasskey(signing.options, stop.signal);
      if (stop.signal.aborted) return;
      keepSigned(signing, credential);
      send({ type: 'DEVICE_SIGNED' });
    } catch (error) {
      if (!stop.signal.aborted) send({ type: EVENTS[error instanceof DeviceRefused ? error.reason : 'failed'] });
    } finally {
      asking.current = null;
      setAsking(false);
    }
  };
  return (
    <>
      <PageHeading title={t('passkey.title')} tab={title} note={t('passkey.note')} />
      {summary}
      {refused !== undefined && <Alert title={t(`passkey.${refused}.title`)}>{t(`passkey.${refused}.text`)}</Alert>}
      <Submit>
        <Button block busy={isBeginning || isAsking || isSending} data-event="DEVICE_SIGNED" onClick={() => void ask()}>
          {isBeginning
            ? t('passkey.beginning')
            : isSending
              ? t('working')
              : isAsking
                ? t('passkey.asking')
                : t('passkey.submit')}
        </Button>
      </Submit>
      {!isBeginning && !isSending && <OtherWays send={send} />}
      {rest}
    </>
  );
}

/** The passkey led nowhere: it can be tried again, with another challenge, or a code is used. */
export function StoppedScreen({ snapshot, send, title, summary, rest }: PasskeyProps) {
  const { t } = useTranslation('confirmation');
  const { problem } = snapshot.context;
  return (
    <>
      <PageHeading title={t('passkey.title')} tab={title} />
      {summary}
      {problem !== null && <ProblemAlert problem={problem} />}
      {snapshot.matches({ passkeyStopped: 'notDone' }) && <NotDone />}
      <Submit>
        <Button block data-event="RETRY" onClick={() => send({ type: 'RETRY' })}>
          {t('passkey.again')}
        </Button>
      </Submit>
      <OtherWays send={send} />
      {rest}
    </>
  );
}

function OtherWays({ send }: Pick<PasskeyProps, 'send'>) {
  const { t } = useTranslation(['confirmation', 'common']);
  return (
    <div className="flex flex-wrap justify-between gap-2">
      <Button kind="secondary" data-event="USE_CODE" onClick={() => send({ type: 'USE_CODE' })}>
        {t('passkey.useCode')}
      </Button>
      <Button kind="quiet" data-event="BACK" onClick={() => send({ type: 'BACK' })}>
        {t('common:action.back')}
      </Button>
    </div>
  );
}
