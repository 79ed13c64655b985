import { useTranslation } from 'react-i18next';
import { StepIndicator } from '#src/ui/step-indicator.tsx';

/** Where the member is in the transfer; `current` counts from 0. */
export function TransferSteps({ current }: { readonly current: number }) {
  const { t } = useTranslation('transfer');
  return (
    <StepIndicator
      label={t('steps.label')}
      steps={[t('steps.recipient'), t('steps.amount'), t('steps.review'), t('steps.code')]}
      current={current}
    />
  );
}
