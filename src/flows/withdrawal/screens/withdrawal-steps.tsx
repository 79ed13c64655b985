import { useTranslation } from 'react-i18next';
import { StepIndicator } from '#src/ui/step-indicator.tsx';

/** Where the member is in the withdrawal; `current` counts from 0. */
export function WithdrawalSteps({ current }: { readonly current: number }) {
  const { t } = useTranslation('withdrawal');
  return (
    <StepIndicator
      label={t('steps.label')}
      steps={[t('steps.form'), t('steps.review'), t('steps.code')]}
      current={current}
    />
  );
}
