import { useTranslation } from 'react-i18next';
import { StepIndicator } from '#src/ui/step-indicator.tsx';

/** Where the member is in binding; `current` counts from 0. */
export function BindingSteps({ current }: { readonly current: number }) {
  const { t } = useTranslation('two-factor');
  return (
    <StepIndicator
      label={t('steps.label')}
      steps={[t('steps.app'), t('steps.key'), t('steps.code'), t('steps.recovery')]}
      current={current}
    />
  );
}
