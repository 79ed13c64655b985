import { useTranslation } from 'react-i18next';
import { useHold } from '#src/reads/use-member.ts';
import { Notice } from '#src/ui/notice.tsx';
import { useAhead } from '#src/flow/use-ahead.ts';

/**
 * Until when withdrawals are held (S-12), as a time and as a duration, or a note that the server is checking the time;
 * nothing if they are not held.
 */
export function Hold({ until }: { readonly until: string | null }) {
  const { t } = useTranslation(['account', 'money']);
  const ahead = useAhead();
  const hold = useHold(until);
  if (until === null || hold === null) return null;
  return (
    <Notice kind="warning" title={t('security.held')}>
      {hold === 'checking' ? t('money:hold.checking') : t('security.heldUntil', ahead(until))}
    </Notice>
  );
}
