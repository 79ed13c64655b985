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
