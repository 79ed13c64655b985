import { useField, useFormikContext } from 'formik';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldFrame, type FieldTexts } from './field-frame.tsx';
import { Icon } from './icon.tsx';
import { useFieldError } from './use-field-error.ts';

export interface PasswordFieldProps extends FieldTexts {
  name: string;
  autoComplete: 'current-password' | 'new-password';
  disabled?: boolean;
  readOnly?: boolean;
}

/** A password in a Formik form. It can be shown and pasted (S-05), and is hidden again when the form is sent. */
export function PasswordField({ name, label, hint, ...native }: PasswordFieldProps) {
  const { t } = useTranslation();
  const [field] = useField<string>(name);
  const { submitCount } = useFormikContext();
  // Stored with the number of the attempt: sending the form hides the password again.
  const [shownAt, setShownAt] = useState<number | null>(null);
  const shown = shownAt === submitCount;
  return (
    <FieldFrame name={name} label={label} hint={hint} error={useFieldError(name)}>
      {(ids) => (
        <div className="relative">
          <input
            {...native}
            {...field}
            {...ids}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className="input field-box pr-14"
          />
          <button
            type="button"
            aria-pressed={shown}
            aria-label={t('action.showPassword')}
            title={shown ? t('action.hidePassword') : t('action.showPassword')}
            onClick={() => setShownAt(shown ? null : submitCount)}
            className="absolute inset-y-0 right-0 grid w-12 cursor-pointer place-items-center rounded-field text-muted hover:text-base-content"
          >
            <Icon name={shown ? 'eyeOff' : 'eye'} />
          </button>
        </div>
      )}
    </FieldFrame>
  );
}
