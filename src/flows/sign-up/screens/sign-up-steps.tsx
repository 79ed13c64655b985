import { useTranslation } from 'react-i18next';
import { StepIndicator } from '#src/ui/step-indicator.tsx';

/** Where the newcomer is; `current` counts from 0. */
export function SignUpSteps({ current }: { readonly current: number }) {
  const { t } = useTranslation('sign-up');
  const steps = [t('steps.introducer'), t('steps.seat'), t('steps.email'), t('steps.details'), t('steps.review')];
  return <StepIndicator label={t('steps.label')} steps={steps} current={current} />;
}
