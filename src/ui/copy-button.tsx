import { useTranslation } from 'react-i18next';
import { MemberIcon } from './member-icon.tsx';
import { useToast } from './toast.tsx';

/**
 * Copies `text` to the clipboard and says whether that worked (SRC §8). `item` names what is copied, for screen
 * readers.
 */
export function CopyButton({
  text,
  item,
  main = false,
  ...rest
}: {
  text: string;
  item: string;
  /** Whether it is what the page is for. */
  main?: boolean;
  'data-event'?: string;
}) {
  const { t } = useTranslation();
  const toast = useToast();
  const copy = async () => {
    try {
      // Missing on plain http; that fails like a refusal.
      await navigator.clipboard.writeText(text);
      toast('success', t('toast.copied'));
    } catch {
      toast('failure', t('toast.copyFailed'));
    }
  };
  return (
    <button
      {...rest}
      type="button"
      onClick={() => void copy()}
      aria-label={t('action.copyItem', { item })}
      className={`btn gap-1.5 ${main ? 'btn-primary h-auto min-h-12 w-full py-2 sm:w-auto' : 'btn-ghost btn-sm min-h-11 min-w-11 text-primary'}`}
    >
      <MemberIcon name="copy" className="size-4" />
      {t('action.copy')}
    </button>
  );
}
