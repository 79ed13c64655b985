import { useTranslation } from 'react-i18next';
import { Alert } from '#src/ui/alert.tsx';
import { Button } from '#src/ui/button.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';

/**
 * The browser has forgotten the session, but the server was not reached: says so, and until when the session lasts
 * there.
 */
export function SignedOutHere({ onLeave }: { readonly onLeave: () => void }) {
  const { t } = useTranslation('sign-out');
  return (
    <>
      <PageHeading title={t('here.title')} />
      <Alert kind="warning" title={t('here.what')}>
        {t('here.text')}
      </Alert>
      <div>
        <Button onClick={onLeave}>{t('here.leave')}</Button>
      </div>
    </>
  );
}
