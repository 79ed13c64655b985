import { useTranslation } from 'react-i18next';
import { StepIndicator } from '#src/ui/step-indicator.tsx';

/** Where the member is in the recovery; `current` counts from 0. */
export function RecoverySteps({ current }: { readonly current: number }) {
  const { t } = useTranslation('password-recovery');
  return (
    <StepIndicator
      label={t('steps.label')}
      steps={[t('steps.account'), t('steps.code'), t('steps.password')]}
      current={current}
    />
  );
}
