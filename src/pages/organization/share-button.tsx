import { useTranslation } from 'react-i18next';
import { MemberIcon } from '#src/ui/member-icon.tsx';
import { useToast } from '#src/ui/toast.tsx';

/** Shares a link through the device's share sheet, if it has one. `item` names the link for screen readers. */
export function ShareButton({ link, item }: { readonly link: string; readonly item: string }) {
  const { t } = useTranslation('referral');
  const toast = useToast();
  if (typeof navigator.share !== 'function') return null;
  const share = async () => {
    try {
      await navigator.share({ title: 'Perch', text: t('message'), url: link });
    } catch (error) {
      // A member who closes the sheet has changed their mind.
      if (!(error instanceof DOMException && error.name === 'AbortError')) toast('failure', t('shareFailed'));
    }
  };
  return (
    <button
      type="button"
      onClick={() => void share()}
      aria-label={t('shareItem', { item })}
      className="btn btn-ghost btn-sm min-h-11 min-w-11 gap-1.5 text-primary"
    >
      <MemberIcon name="share" className="size-4" />
      {t('share')}
    </button>
  );
}
