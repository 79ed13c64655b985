import { useTranslation } from 'react-i18next';
import type { freezeLinkMachine } from '#machines/freeze-link/freeze-link.machine.ts';
import { FrozenScreen } from '#src/flow/frozen.tsx';
import type { ScreenProps } from '#src/flow/screen-props.ts';
import { paths } from '#src/paths.ts';
import { ButtonLink } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';

/** The account is frozen. If only support can thaw it, as after an objection, no link is offered that would. */
export function DoneScreen({ snapshot, send }: ScreenProps<typeof freezeLinkMachine>) {
  const { t } = useTranslation('account-freeze');
  const { link, thawBy } = snapshot.context;
  if (link !== 'objecting') return <FrozenScreen send={send} onlySupport={thawBy === 'support'} />;
  return (
    <>
      <PageHeading title={t('object.done.title')} tab={t('object.tab')} />
      <Notice kind="success" title={t('object.done.what')}>
        {t('object.done.text')}
      </Notice>
      <ButtonLink to={paths.help}>{t('object.done.help')}</ButtonLink>
    </>
  );
}
