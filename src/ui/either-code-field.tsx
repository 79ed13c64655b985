import { useTranslation } from 'react-i18next';
import type texts from '#locales/en-US/challenge.json';
import { TextField } from './text-field.tsx';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    challenge: typeof texts;
  }
}

/** One field for a code of the authenticator app or a recovery code; its texts are in the area `challenge`. */
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
