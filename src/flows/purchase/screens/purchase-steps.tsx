import { useTranslation } from 'react-i18next';
import { StepIndicator } from '#src/ui/step-indicator.tsx';

/** Where the member is in the purchase; `current` counts from 0. */
export function PurchaseSteps({ current }: { readonly current: number }) {
  const { t } = useTranslation('purchase');
  return (
    <StepIndicator
      label={t('steps.label')}
      steps={[t('steps.stage'), t('steps.plan'), t('steps.review'), t('steps.code')]}
      current={current}
    />
  );
}
