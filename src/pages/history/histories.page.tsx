import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type texts from '#locales/en-US/history.json';
import { addressOf, paths } from '#src/paths.ts';
import { KindMark } from '#src/ui/member-marks.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { HISTORY_GROUPS, segmentOf } from './kinds.ts';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    history: typeof texts;
  }
}

/** /History (SRC §2): all histories, to choose one. */
export function HistoriesPage() {
  const { t } = useTranslation('history');
  return (
    <>
      <PageHeading title={t('title')} note={t('text')} />
      <div className="grid items-start gap-5 lg:grid-cols-3">
        {HISTORY_GROUPS.map(({ name, kinds }) => (
          <Panel key={name} title={t(`group.${name}`)}>
            <ul className="flex flex-col divide-y divide-base-300">
              {kinds.map((kind) => (
                <li key={kind}>
                  <Link
                    to={addressOf(paths.history, { kind: segmentOf(kind) })}
                    className="group flex min-h-14 items-center justify-between gap-3 rounded-field py-2"
                  >
                    <KindMark kind={kind} />
                    <span className="min-w-0 grow">
                      <span className="block font-medium group-hover:underline">{t(`kind.${kind}.title`)}</span>
                      <span className="block text-sm text-muted">{t(`kind.${kind}.text`)}</span>
                    </span>
                    <Icon name="next" className="size-4 text-muted" />
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
