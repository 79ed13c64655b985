import { useTranslation } from 'react-i18next';
import type { SnapshotFrom } from 'xstate';
import type { emailChangeMachine } from '#machines/email-change/email-change.machine.ts';
import type { EmailChangeEvent } from '#machines/email-change/email-change.types.ts';
import { StepIndicator } from '#src/ui/step-indicator.tsx';

/** What every screen of the flow is given. */
export interface EmailChangeScreenProps {
  readonly snapshot: SnapshotFrom<typeof emailChangeMachine>;
  readonly send: (event: EmailChangeEvent) => void;
}

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
