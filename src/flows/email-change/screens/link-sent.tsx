import { useTranslation } from 'react-i18next';
import { paths } from '#src/paths.ts';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { EmailChangeSteps, type EmailChangeScreenProps } from './steps.tsx';

/** The link is on its way: the change continues where it is opened, on this device or another. */
export function LinkSentScreen({
  send,
  presentAddress,
}: Pick<EmailChangeScreenProps, 'send'> & { readonly presentAddress: string }) {
  const { t } = useTranslation('email-change');
  return (
    <>
      <PageHeading title={t('sent.title')} tab={t('title')} note={t('sent.text', { email: presentAddress })} />
      <EmailChangeSteps current={0} />
      <Notice>{t('sent.limits')}</Notice>
      <p className="text-sm text-muted">{t('sent.nothing')}</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={paths.account}>{t('sent.leave')}</ButtonLink>
        <Button kind="quiet" data-event="BACK" onClick={() => send({ type: 'BACK' })}>
          {t('sent.again')}
        </Button>
      </div>
    </>
  );
}
