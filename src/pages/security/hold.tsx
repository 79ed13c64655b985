import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#src/i18n/format.ts';
import { formatAhead } from '#src/i18n/spans.ts';
import { useCulture } from '#src/i18n/use-culture.ts';
import { useHold } from '#src/reads/use-member.ts';
import { useServices } from '#src/services/services.ts';
import { Notice } from '#src/ui/notice.tsx';

/**
 * Until when withdrawals are held (S-12), as a time and as a duration, or a note that the server is checking the time;
 * nothing if they are not held.
 */
export function Hold({ until }: { readonly until: string | null }) {
  const { t } = useTranslation(['account', 'money']);
  const culture = useCulture();
  const { now } = useServices();
  const hold = useHold(until);
  if (until === null || hold === null) return null;
  return (
    <Notice kind="warning" title={t('security.held')}>
      {hold === 'checking'
        ? t('money:hold.checking')
        : t('security.heldUntil', { moment: formatDateTime(until), relative: formatAhead(until, now(), culture) })}
    </Notice>
  );
}
