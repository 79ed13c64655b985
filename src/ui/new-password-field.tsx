import { useField, useFormikContext } from 'formik';
import type { TFunction } from 'i18next';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type texts from '#locales/en-US/new-password.json';
import { PasswordField } from './password-field.tsx';
import { lengthOf, passwordLength, strengthOf, type PasswordStrength } from './password-strength.ts';
import { useFieldError } from './use-field-error.ts';
import { string } from './schema.ts';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    'new-password': typeof texts;
  }
}

export interface NewPasswordFieldProps {
  readonly name: string;
  readonly label: string;
  /** The member whose password it will be, if known. */
  readonly username: string;
  /** The server's sentences about the password that was sent (SRC §5), shown at the field until it is changed. */
  readonly refusals: readonly string[];
  readonly readOnly?: boolean;
}

/**
 * A new password: typed once, since it can be shown, or pasted from a password manager. Below it is what makes a good
 * password, and the strength of the current input, in words (S-05).
 */
export function NewPasswordField({ name, label, username, refusals, readOnly = false }: NewPasswordFieldProps) {
  const { t } = useTranslation('new-password');
  const { setFieldError } = useFormikContext();
  const [{ value }] = useField<string>(name);
  const error = useFieldError(name);
  // Formik creates its functions with every render; only a new refusal is shown.
  const refused = useEffectEvent((sentences: readonly string[]) => setFieldError(name, sentences.join('\n')));
  useEffect(() => {
    if (refusals.length > 0) refused(refusals);
  }, [refusals]);
  return (
    <div className="flex flex-col gap-3">
      <PasswordField
        name={name}
        label={label}
        hint={t('hint', { count: passwordLength.least })}
        autoComplete="new-password"
        readOnly={readOnly}
      />
      {/* Its place is there from the beginning: what is below must not move while somebody types. */}
      <div className="min-h-8">
        {/* An error of the password says more than its strength. */}
        {value !== '' && error === undefined && <Strength password={value} username={username} />}
      </div>
    </div>
  );
}

const bars: Readonly<Record<PasswordStrength, { readonly count: number; readonly color: string }>> = {
  tooShort: { count: 1, color: 'bg-error' },
  weak: { count: 1, color: 'bg-error' },
  fair: { count: 2, color: 'bg-warning' },
  strong: { count: 3, color: 'bg-success' },
};

function Strength({ password, username }: { readonly password: string; readonly username: string }) {
  const { t } = useTranslation('new-password');
  const strength = strengthOf(password, username);
  const { count, color } = bars[strength];
  const missing = passwordLength.least - lengthOf(password);
  return (
    <div className="flex flex-col gap-1.5">
      <div aria-hidden="true" className="flex gap-1.5">
        {[1, 2, 3].map((bar) => (
          <span key={bar} className={`h-1.5 grow rounded-full ${bar <= count ? color : 'bg-base-300'}`} />
        ))}
      </div>
      {/* What changes with every key is not read aloud. */}
      <p className="text-sm" aria-live={strength === 'tooShort' ? 'off' : 'polite'}>
        {strength === 'tooShort' ? t('strength.tooShort', { count: missing }) : t(`strength.${strength}`)}
      </p>
    </div>
  );
}

/** The form rule of a new password: its length, which is all that can be checked here. */
export function newPasswordRule(t: TFunction<['new-password', 'common']>, label: string) {
  return string()
    .required(t('common:field.required', { item: label }))
    .test(
      'long',
      t('new-password:short', { count: passwordLength.least }),
      (value) => lengthOf(value) >= passwordLength.least,
    )
    .test(
      'short',
      t('new-password:long', { count: passwordLength.most }),
      (value) => lengthOf(value) <= passwordLength.most,
    );
}
