import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';
import { useOnline } from './use-online.ts';

export interface OfflineBannerProps {
  /** Further classes of its place, which differs where nobody is signed in. */
  readonly className?: string;
  /** Of when the page is, if it is stale and can't be refreshed now; otherwise null. */
  readonly old?: ReactNode;
  readonly onAgain?: () => void;
}

/**
 * Says that the device has no network, or that the page is stale, for as long as that lasts. It is what a frame ends
 * with, and lies over the page. The live region is always present, so that the message is announced.
 */
export function OfflineBanner({ className = '', old = null, onAgain }: OfflineBannerProps) {
  const { t } = useTranslation();
  const online = useOnline();
  return (
    <div role="status" className={`banner-place ${className}`}>
      {(!online || old !== null) && (
        <div data-covers="banner" className="banner">
          <Icon name="alert" className="size-4" />
          <p className="max-w-fit min-w-0 flex-1 basis-48">
            <strong>{online ? t('old.title') : t('offline.title')}</strong> {old ?? t('offline.text')}
          </p>
          {online && onAgain !== undefined && (
            <button
              type="button"
              onClick={onAgain}
              className="min-h-11 cursor-pointer px-2 font-semibold underline underline-offset-4"
            >
              {t('action.retry')}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
