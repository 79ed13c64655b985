import { useFormikContext } from 'formik';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '#src/ui/notice.tsx';
import { TextField } from '#src/ui/text-field.tsx';

interface RecoveryCodeFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly readOnly: boolean;
}

/** One of the ten recovery codes. The field says beforehand that using one puts money on hold (S-12). */
export function RecoveryCodeField({ name, label, hint, readOnly }: RecoveryCodeFieldProps) {
  const { t } = useTranslation('challenge');
  return (
    <>
      <Notice kind="warning">{t('recoveryHold')}</Notice>
      <TextField
        name={name}
        label={label}
        hint={hint}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={32}
        readOnly={readOnly}
      />
    </>
  );
}

/** The entries of a form with a code by one of two methods. */
interface Codes {
  readonly code: string;
  /** What was typed for the other method. */
  readonly other: string;
}

/**
 * Inside a form whose code is typed by another method after a press: each method gets back what was typed for it, and
 * nothing else is lost. The form begins as if it had not been sent.
 */
export function CodeOfMethod({ method }: { readonly method: string }) {
  const { values, resetForm } = useFormikContext<Codes>();
  const shown = useRef(method);
  useLayoutEffect(() => {
    if (shown.current === method) return;
    shown.current = method;
    resetForm({ values: { ...values, code: values.other, other: values.code } });
  }, [method, values, resetForm]);
  return null;
}
