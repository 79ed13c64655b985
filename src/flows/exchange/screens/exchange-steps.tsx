import { useTranslation } from 'react-i18next';
import { StepIndicator } from '#src/ui/step-indicator.tsx';

/**
 * Where the member is in the exchange; `current` counts from 0. A code belongs to the quote that it confirms: the rules
 * of the club decide whether one is asked for.
 */
export function ExchangeSteps({ current }: { readonly current: number }) {
  const { t } = useTranslation('exchange');
  return <StepIndicator label={t('steps.label')} steps={[t('steps.form'), t('steps.quote')]} current={current} />;
}
