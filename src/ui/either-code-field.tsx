import { useTranslation } from 'react-i18next';
import { TextField } from './text-field.tsx';

/** One field for a code of the authenticator app or a recovery code; its area of texts is `challenge`. */
export function EitherCodeField({ readOnly }: { readonly readOnly: boolean }) {
  const { t } = useTranslation('challenge');
  return (
    <TextField
      name="code"
      label={t('eitherCode')}
      hint={t('eitherCodeHint')}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      maxLength={32}
      readOnly={readOnly}
    />
  );
}
