import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { passkeysMachine } from '#machines/passkeys/passkeys.machine.ts';
import type { components } from '#openapi/api.gen.d.ts';
import type { ScreenProps } from '#src/flow/screen-props.ts';
import { DeviceRefused, makePasskey, type DeviceRefusal, type PasskeyAttestation } from '#src/services/device.ts';
import { Alert } from '#src/ui/alert.tsx';
import { Button } from '#src/ui/button.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';

interface DeviceScreenProps extends ScreenProps<typeof passkeysMachine> {
  readonly options: components['schemas']['CreationOptions'] | null;
  readonly onMade: (credential: PasskeyAttestation) => void;
}

/** Why the device made no passkey, as the event that the flow is told: `DEVICE_CANCELLED`. */
const eventOf = (reason: DeviceRefusal) => `DEVICE_${reason.toUpperCase() as Uppercase<DeviceRefusal>}` as const;

/**
 * The device makes the passkey: at a press, since browsers ask for one. What it answers, the flow is told; the screen
 * stays while the server is asked. Whoever leaves stops the device, so that it keeps no passkey that nobody knows.
 */
export function DeviceScreen({ snapshot, options, onMade, send }: DeviceScreenProps) {
  const { t } = useTranslation(['passkeys', 'common']);
  const asking = useRef<AbortController | null>(null);
  const [isAsking, setAsking] = useState(false);
  useEffect(() => () => asking.current?.abort(), []);
  const isSending = snapshot.hasTag('waiting');
  const refused = (['cancelled', 'known', 'unsupported', 'broken'] as const).find((reason) =>
    snapshot.matches({ adding: { askingDevice: reason } }),
  );
  const ask = async () => {
    if (options === null || asking.current !== null) return;
    asking.current = new AbortController();
    const { signal } = asking.current;
    setAsking(true);
    try {
      const credential = await makePasskey(options, signal);
      if (!signal.aborted) onMade(credential);
    } catch (error) {
      if (!signal.aborted) send({ type: eventOf(error instanceof DeviceRefused ? error.reason : 'failed') });
    }
    asking.current = null;
    setAsking(false);
  };
  return (
    <>
      <PageHeading title={t('device.title')} tab={t('title')} note={t('device.text')} />
      {refused !== undefined && <Alert title={t(`device.${refused}.title`)}>{t(`device.${refused}.text`)}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button busy={isAsking || isSending} data-event="DEVICE_MADE" onClick={() => void ask()}>
          {isSending ? t('device.adding') : isAsking ? t('device.asking') : t('device.make')}
        </Button>
        {!isSending && (
          <Button kind="quiet" data-event="BACK" onClick={() => send({ type: 'BACK' })}>
            {t('common:action.back')}
          </Button>
        )}
      </div>
    </>
  );
}
