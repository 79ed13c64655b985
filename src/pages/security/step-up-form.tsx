import { Formik } from 'formik';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#machines/chart/problem.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { proofTyped } from '#src/api/second-factor.ts';
import { actEntries } from '#src/flow/act-entries.ts';
import { Refusable } from '#src/flow/refusable.tsx';
import { useSession } from '#src/session/session.provider.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { EitherCodeField } from '#src/ui/either-code-field.tsx';
import { Form } from '#src/ui/form.tsx';
import { PasswordField } from '#src/ui/password-field.tsx';
import { object, string } from '#src/ui/schema.ts';

/** The repeated proof of identity: a code of the second factor if an app is set up, otherwise the password. */
export type Proof = components['schemas']['StepUp'];

export interface StepUpFormProps {
  readonly title: string;
  readonly keep: string;
  readonly act: string;
  readonly acting: string;
  readonly busy: boolean;
  readonly problem: Problem | null;
  readonly children: ReactNode;
  readonly onProof: (proof: Proof) => void;
  readonly onClose: () => void;
}

/** The dialog itself: asks for a code if an app is set up, otherwise for the password. */
export function StepUpForm({ title, keep, act, acting, busy, problem, children, onProof, onClose }: StepUpFormProps) {
  const { t } = useTranslation(['account', 'challenge', 'common']);
  const { userInfo } = useSession();
  const [hadApp] = useState(userInfo?.twoFactorEnabled === true);
  // The server knows better if an app was set up on another device in the meantime.
  const hasApp = hadApp || problem?.code === 'second_factor_required';
  const item = hasApp ? t('challenge:eitherCode') : t('stepUp.password');
  const needed = string().trim().required(t('common:field.required', { item }));
  const schema = object(
    hasApp ? { code: needed } : { password: string().required(t('common:field.required', { item })) },
  );
  return (
    <Formik
      initialValues={{ password: '', code: '' }}
      validationSchema={schema}
      validateOnBlur={false}
      validateOnChange={false}
      onSubmit={({ password, code }) => onProof(hasApp ? { secondFactor: proofTyped(code) } : { password })}
    >
      {({ submitForm }) => (
        <ConfirmDialog
          title={title}
          keep={keep}
          act={act}
          acting={acting}
          destructive
          busy={busy}
          onConfirm={() => void submitForm()}
          onClose={onClose}
        >
          {children}
          <Refusable problem={problem} entries={actEntries.endSession}>
            <Form aria-label={title}>
              {hasApp ? (
                <EitherCodeField readOnly={busy} />
              ) : (
                <PasswordField
                  name="password"
                  label={t('stepUp.password')}
                  autoComplete="current-password"
                  readOnly={busy}
                />
              )}
            </Form>
          </Refusable>
        </ConfirmDialog>
      )}
    </Formik>
  );
}
