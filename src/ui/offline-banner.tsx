import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';
import { useOnline } from './use-online.ts';

/** Says that the device has no network, for as long as that lasts. The live region is always there, so that it is announced. */
export function OfflineBanner() {
  const { t } = useTranslation();
  const online = useOnline();
  return (
    <div role="status">
      {!online && (
        <p className="flex items-center justify-center gap-2 bg-warning px-4 py-2 text-center text-sm text-warning-content">
          <Icon name="alert" className="size-4" />
          <span>
            <strong>{t('offline.title')}.</strong> {t('offline.text')}
          </span>
        </p>
      )}
    </div>
  );
}
