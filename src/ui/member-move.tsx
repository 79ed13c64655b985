import { useDeferredValue, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { currentAt, moneyActs } from './navigation.ts';
import { paths } from '#src/paths.ts';
import { MemberIcon } from './member-icon.tsx';
import type { NavProps } from './member-nav.tsx';
import { Sheet } from './member-sheet.tsx';

/** The acts that move money, as tiles: they are acts, not places. A plan is bought where the plans are. */
export function MoneyTiles({ place }: Pick<NavProps, 'place'>) {
  const { t } = useTranslation('nav');
  return (
    <ul aria-label={t('move.title')} className="grid grid-cols-2 gap-1">
      {moneyActs
        .filter(({ key }) => key !== 'plans')
        .map((act) => (
          <li key={act.key} className="min-w-0">
            <Link to={paths[act.key]} aria-current={currentAt(place, act)} className="act-tile px-1.5 text-sm">
              <MemberIcon name={act.icon} className="size-5" />
              {t(act.name)}
            </Link>
          </li>
        ))}
    </ul>
  );
}

/** The same on a phone: a sheet that the middle of its bar raises. */
export function MoveSheet({
  sheet,
  place,
}: { readonly sheet: RefObject<HTMLDialogElement | null> } & Pick<NavProps, 'place'>) {
  const { t } = useTranslation('nav');
  // After the page, in short tasks: nothing of it is seen before it is opened.
  const isFilled = useDeferredValue(true, false);
  return (
    <Sheet sheet={sheet} label={t('move.title')} head={<p className="text-xl font-semibold">{t('move.title')}</p>}>
      <ul className="sheet-body px-2">
        {(isFilled ? moneyActs : []).map((act) => (
          <li key={act.key}>
            <Link to={paths[act.key]} aria-current={currentAt(place, act)} className="sheet-row">
              <span aria-hidden="true" className="icon-disc">
                <MemberIcon name={act.icon} />
              </span>
              <span className="min-w-0">
                <span className="block font-semibold">{t(act.name)}</span>
                <span className="block text-sm text-muted">{t(act.text)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
