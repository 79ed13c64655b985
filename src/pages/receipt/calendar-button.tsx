import { useTranslation } from 'react-i18next';
import { addressOf, paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { Button } from '#src/ui/button.tsx';
import { MemberIcon } from '#src/ui/member-icon.tsx';
import { saveFile } from '#src/ui/save-file.ts';
import { calendarOf, type CalendarEntry } from './calendar.ts';
import type { Receipt } from './receipt.ts';

export interface CalendarButtonProps {
  /** The receipt that the entry leads to. */
  readonly receipt: Pick<Receipt, 'id' | 'reference'>;
  readonly entry: Pick<CalendarEntry, 'uid' | 'at' | 'title' | 'text'>;
}

/** Saves a due time as a calendar file. The file is made in the browser, so nobody else learns of it (D-27). */
export function CalendarButton({ receipt: { id, reference }, entry }: CalendarButtonProps) {
  const { t } = useTranslation('receipt');
  const { now } = useServices();
  const save = () => {
    const text = calendarOf({
      ...entry,
      madeAt: new Date(now()).toISOString(),
      url: `${window.location.origin}${addressOf(paths.receipt, { id })}`,
    });
    void saveFile(document, {
      name: `perch-${reference}.ics`,
      content: new Blob([text], { type: 'text/calendar;charset=utf-8' }),
    });
  };
  return (
    <div className="print:hidden">
      <Button kind="secondary" onClick={save}>
        <MemberIcon name="calendar" />
        {t('calendar.save')}
      </Button>
    </div>
  );
}
