import { useTranslation } from 'react-i18next';
import { Button } from '#src/ui/button.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import type { AccountThawScreenProps } from './screen.ts';

/** The link is on its way, if there is one to send: thawing continues where it is opened. */
export function LinkSentScreen({ send }: Pick<AccountThawScreenProps, 'send'>) {
  const { t } = useTranslation('account-thaw');
  return (
    <>
      <PageHeading title={t('sent.title')} tab={t('tab')} note={t('sent.text')} />
      <div>
        <Button kind="secondary" data-event="BACK" onClick={() => send({ type: 'BACK' })}>
          {t('sent.again')}
        </Button>
      </div>
    </>
  );
}
