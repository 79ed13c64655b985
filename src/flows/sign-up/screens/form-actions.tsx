import { useTranslation } from 'react-i18next';
import { Button } from '#src/ui/button.tsx';

interface FormActionsProps {
  /** The event that sending the form is. */
  readonly event: string;
  readonly submit: string;
  /** What is under way; null while the form can be sent. */
  readonly working: string | null;
  /** Absent where there is nothing to go back to. */
  readonly onBack?: () => void;
}

/** How a form of the flow is sent, and the way back; while an answer is awaited neither is offered. */
export function FormActions({ event, submit, working, onBack }: FormActionsProps) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-2">
      <Button type="submit" block busy={working !== null} data-event={event}>
        {working ?? submit}
      </Button>
      {working === null && onBack !== undefined && (
        <Button kind="quiet" block data-event="BACK" onClick={onBack}>
          {t('action.back')}
        </Button>
      )}
    </div>
  );
}
