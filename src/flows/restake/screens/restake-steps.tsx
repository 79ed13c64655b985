import { useTranslation } from 'react-i18next';
import { StepIndicator } from '#src/ui/step-indicator.tsx';

/** Where the member is in the choice; `current` counts from 0. */
export function RestakeSteps({ current }: { readonly current: number }) {
  const { t } = useTranslation('restake');
  return (
    <StepIndicator
      label={t('steps.label')}
      steps={[t('steps.option'), t('steps.review'), t('steps.code')]}
      current={current}
    />
  );
}
