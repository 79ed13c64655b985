import { useTranslation } from 'react-i18next';
import type { emailChangeMachine } from '#machines/email-change/email-change.machine.ts';
import type { ScreenProps } from '#src/flow/screen-props.ts';
import { StepIndicator } from '#src/ui/step-indicator.tsx';

/** Props of every screen of the flow. */
export type EmailChangeScreenProps = ScreenProps<typeof emailChangeMachine>;

/** Where the member is in the change; `current` counts from 0. */
export function EmailChangeSteps({ current }: { readonly current: number }) {
  const { t } = useTranslation('email-change');
  return (
    <StepIndicator
      label={t('steps.label')}
      steps={[t('steps.link'), t('steps.address'), t('steps.code')]}
      current={current}
    />
  );
}
