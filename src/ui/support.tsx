import { useTranslation } from 'react-i18next';
import { useSupportEmail } from './support-email.ts';

/** Names the one official channel to support and what support never asks for. */
export function Support({ className = 'text-muted' }: { className?: string }) {
  const { t } = useTranslation();
  const supportEmail = useSupportEmail();
  return (
    <div className={`flex flex-col gap-1 text-sm ${className}`}>
      <p>{t('support.contact', { email: supportEmail })}</p>
      <p>{t('support.neverAsks')}</p>
    </div>
  );
}
