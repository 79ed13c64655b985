import { useTranslation } from 'react-i18next';
import type { passkeysMachine } from '#machines/passkeys/passkeys.machine.ts';
import type { ScreenProps } from '#src/flow/screen-props.ts';
import { paths } from '#src/paths.ts';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';

/** Without an app, a code goes to the verified address, and there is none yet: leads to verifying it. */
export function UnverifiedScreen({ send }: ScreenProps<typeof passkeysMachine>) {
  const { t } = useTranslation(['passkeys', 'common']);
  return (
    <>
      <PageHeading title={t('unverified.title')} tab={t('title')} note={t('unverified.text')} />
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={`${paths.account}?step=verify`}>{t('unverified.verify')}</ButtonLink>
        <Button kind="quiet" data-event="BACK" onClick={() => send({ type: 'BACK' })}>
          {t('common:action.back')}
        </Button>
      </div>
    </>
  );
}
