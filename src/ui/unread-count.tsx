import { useTranslation } from 'react-i18next';

/** The number of unread items beside the name of their place; nothing if there are none. */
export function UnreadCount({ count }: { readonly count: number }) {
  const { t } = useTranslation('nav');
  if (count === 0) return null;
  return (
    <span className="unread-pill">
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{t('unread', { count })}</span>
    </span>
  );
}
