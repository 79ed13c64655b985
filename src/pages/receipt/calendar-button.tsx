import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';
import { exact } from '#money/shown.ts';
import { addressOf, paths } from '#src/paths.ts';
import { useServices } from '#src/session/services.ts';
import { Button } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { useMoneyWords } from '#src/ui/money-words.ts';
import { saveFile } from '#src/ui/save-file.ts';
import { SUPPORT_EMAIL } from '#src/ui/support.tsx';
import { calendarOf } from './calendar.ts';
import { sizeOf, type Receipt } from './receipt.ts';

/** Saves the moment at which a withdrawal is due as a calendar file; it is made here, so nobody else learns of it (D-27). */
export function CalendarButton({ receipt, details }: { readonly receipt: Receipt; readonly details: components['schemas']['WithdrawalDetails'] }) {
  const { t } = useTranslation('receipt');
  const { now } = useServices();
  const words = useMoneyWords();
  const { id, reference, asset, amount, net } = receipt;
  const save = () => {
    const text = calendarOf({
      uid: `${details.id}@perch`,
      at: details.completesAt,
      madeAt: new Date(now()).toISOString(),
      title: t('calendar.title', { reference }),
      text: t('calendar.text', {
        net: `${exact(sizeOf(net ?? amount))} ${asset}`,
        network: words.network(details.network, details.development),
        address: details.address,
        email: SUPPORT_EMAIL,
      }),
      url: `${window.location.origin}${addressOf(paths.receipt, { id })}`,
    });
    saveFile(document, { name: `perch-${reference}.ics`, content: new Blob([text], { type: 'text/calendar;charset=utf-8' }) });
  };
  return (
    <div className="print:hidden">
      <Button kind="secondary" onClick={save}>
        <Icon name="calendar" />
        {t('calendar.save')}
      </Button>
    </div>
  );
}
