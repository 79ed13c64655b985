import { useTranslation } from 'react-i18next';
import { Button } from '#src/ui/button.tsx';

interface FormActionsProps {
  /** The event that sends the form. */
  readonly event: string;
  readonly submit: string;
  /** What is under way; null while the form can be sent. */
  readonly working: string | null;
  /** Absent if there is nothing to go back to. */
  readonly onBack?: () => void;
}

/** The submit and Back controls of a form of the flow; neither is offered while an answer is awaited. */
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
