import { useTranslation } from 'react-i18next';
import type { TwoFactorEvent } from '#machines/two-factor/two-factor.types.ts';
import { paths } from '#src/paths.ts';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';

/** Binding mails a code to a verified address, and there is none yet: leads to verifying it. */
export function UnverifiedScreen({ send }: { readonly send: (event: TwoFactorEvent) => void }) {
  const { t } = useTranslation('two-factor');
  return (
    <>
      <PageHeading title={t('unverified.title')} tab={t('title')} note={t('unverified.text')} />
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={`${paths.account}?step=verify`}>{t('unverified.verify')}</ButtonLink>
        <Button kind="quiet" data-event="LEAVE" onClick={() => send({ type: 'LEAVE' })}>
          {t('unverified.leave')}
        </Button>
      </div>
    </>
  );
}
