import { Formik } from 'formik';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type texts from '#locales/en-US/passkey-sign-in.json';
import type { components } from '#openapi/api.gen.d.ts';
import { Refusable } from '#src/flow/refusable.tsx';
import { SessionUnavailable, SessionWait } from '#src/flow/session-screens.tsx';
import { paths } from '#src/paths.ts';
import { dataOf } from '#src/reads/answers.ts';
import { useAct } from '#src/reads/use-act.ts';
import { DeviceRefused, askForPasskey, type DeviceRefusal } from '#src/services/device.ts';
import { useServices } from '#src/services/services.ts';
import { withMailToken } from '#src/session/mail-token.tsx';
import { useSession } from '#src/session/session.provider.tsx';
import '#src/styles/app.css';
import { Alert } from '#src/ui/alert.tsx';
import { Button } from '#src/ui/button.tsx';
import { CheckboxField } from '#src/ui/checkbox-field.tsx';
import { Form } from '#src/ui/form.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Redirect } from '#src/ui/redirect.tsx';
import { useToast } from '#src/ui/toast.tsx';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    'passkey-sign-in': typeof texts;
  }
}

/** The outcome of a press: a session, or why the device gave no passkey. */
type Answer =
  | { readonly kind: 'granted'; readonly grant: components['schemas']['TokenGrant']; readonly keepSignedIn: boolean }
  | { readonly kind: 'stopped'; readonly reason: DeviceRefusal };

/** A device that says that it knows a passkey can't say so here; it is an error like others. */
const SAID: Readonly<Record<DeviceRefusal, 'cancelled' | 'unsupported' | 'failed'>> = {
  cancelled: 'cancelled',
  known: 'failed',
  unsupported: 'unsupported',
  failed: 'failed',
};

/**
 * /PasskeySignin (F-02): one press signs in, in place of password and code, then on to where the member
 * wanted to go.
 */
export function PasskeySignInPage() {
  const session = useSession();
  const { recall } = useServices();
  if (session.status === 'signedIn')
    return <Redirect to={recall.address() ?? paths.dashboard} state={withMailToken(null, recall.token())} />;
  if (session.status === 'userInfoUnavailable') return <SessionUnavailable />;
  if (session.status === 'loadingUserInfo') return <SessionWait status="loadingUserInfo" />;
  return <PasskeySignIn />;
}

function PasskeySignIn() {
  const { t } = useTranslation(['passkey-sign-in', 'common']);
  const services = useServices();
  const { api, storage } = services;
  const { send } = useSession();
  const toast = useToast();
  const [stopped, setStopped] = useState<DeviceRefusal | null>(null);
  // Whoever leaves stops the device, so that no later page signs in.
  const asking = useRef<AbortController | null>(null);
  useEffect(() => () => asking.current?.abort(), []);
  const act = useAct(
    async ({ keepSignedIn }: { readonly keepSignedIn: boolean }, key): Promise<Answer> => {
      const { signal } = (asking.current = new AbortController());
      const { options } = await dataOf(api.POST('/token/passkey/begin', { signal }));
      try {
        const credential = await askForPasskey(options, signal);
        const grant = await dataOf(
          api.POST('/token/passkey', { body: { credential }, params: { header: { 'Idempotency-Key': key } } }),
        );
        signal.throwIfAborted();
        return { kind: 'granted', grant, keepSignedIn };
      } catch (error) {
        if (error instanceof DeviceRefused) return { kind: 'stopped', reason: error.reason };
        throw error;
      }
    },
    (answer) => {
      if (answer.kind === 'stopped') return setStopped(answer.reason);
      storage.set('keepSignedIn', answer.keepSignedIn);
      services.session.open(answer.grant, answer.keepSignedIn);
      toast('passing', t('common:toast.signedIn'));
      send({ type: 'SIGNED_IN', renewIn: services.session.renewIn() });
    },
  );
  const isBusy = act.busy !== null;
  const said = stopped === null ? null : SAID[stopped];
  return (
    <>
      <PageHeading title={t('title')} note={t('note')} />
      <Refusable problem={act.problem} />
      {said !== null && <Alert title={t(`${said}.title`)}>{t(`${said}.text`)}</Alert>}
      <Formik
        initialValues={{ keepSignedIn: storage.get('keepSignedIn') === true }}
        onSubmit={({ keepSignedIn }) => {
          setStopped(null);
          act.run({ keepSignedIn });
        }}
      >
        <Form aria-label={t('title')}>
          <CheckboxField name="keepSignedIn" label={t('keepSignedIn')} hint={t('keepSignedInHint')} />
          <Button type="submit" block busy={isBusy}>
            {isBusy ? t('working') : t('submit')}
          </Button>
        </Form>
      </Formik>
      <p className="text-center">
        <Link to={paths.signIn} className="text-link inline-flex min-h-11 items-center">
          {t('byPassword')}
        </Link>
      </p>
    </>
  );
}
