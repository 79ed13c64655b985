import { useTranslation } from 'react-i18next';
import type texts from '#locales/en-US/not-found.json';
import { goBack } from '#src/bridge/bridge.ts';
import { paths } from '#src/paths.ts';
import { useIsMember } from '#src/session/session.provider.tsx';
import { PerchScene } from '#src/ui/perch-scene.tsx';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    'not-found': typeof texts;
  }
}

/** Shown if no page has this URL. Visitors find support at the bottom of each page (D-30). */
export function NotFoundPage() {
  const { t } = useTranslation(['not-found', 'common']);
  const isMember = useIsMember();
  return (
    <>
      <PerchScene mood="away" />
      <PageHeading title={t('title')} note={t('text')} />
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={paths.dashboard}>{t('common:action.toDashboard')}</ButtonLink>
        <Button kind="secondary" onClick={() => goBack(window)}>
          {t('common:action.back')}
        </Button>
        {isMember && (
          <ButtonLink kind="secondary" to={paths.contact}>
            {t('common:support.write')}
          </ButtonLink>
        )}
      </div>
    </>
  );
}
