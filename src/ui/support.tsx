import { useTranslation } from 'react-i18next';
import { SUPPORT_EMAIL } from '#openapi/support.ts';

/** Names the one official channel to support and what support never asks for. */
export function Support({ className = 'text-muted' }: { className?: string }) {
  const { t } = useTranslation();
  return (
    <div className={`flex flex-col gap-1 text-sm ${className}`}>
      <p>{t('support.contact', { email: SUPPORT_EMAIL })}</p>
      <p>{t('support.neverAsks')}</p>
    </div>
  );
}
