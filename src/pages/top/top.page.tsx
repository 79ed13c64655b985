import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type texts from '#locales/en-US/top.json';
import { MemberIcon } from '#src/ui/member-icon.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { PLACE_GROUPS } from './places.ts';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    top: typeof texts;
  }
}

/** /Top (SRC §2): every page of the app in one place, with its purpose. */
export function TopPage() {
  const { t } = useTranslation('top');
  return (
    <>
      <PageHeading title={t('title')} note={t('note')} />
      <div className="flex flex-col gap-5 lg:block lg:columns-2 lg:gap-5">
        {PLACE_GROUPS.map((group) => (
          <Panel key={group.name} title={t(`group.${group.name}`)} className="break-inside-avoid lg:mb-5">
            <ul className="flex flex-col divide-y divide-base-300">
              {group.places.map(({ name, to }) => (
                <li key={name}>
                  <Link to={to} className="group flex min-h-14 items-center justify-between gap-3 rounded-field py-2">
                    <span className="min-w-0">
                      <span className="block font-medium group-hover:underline">{t(`place.${name}.name`)}</span>
                      <span className="block text-sm text-muted">{t(`place.${name}.text`)}</span>
                    </span>
                    <MemberIcon name="next" className="size-4 text-muted" />
                  </Link>
                </li>
              ))}
            </ul>
          </Panel>
        ))}
      </div>
    </>
  );
}
