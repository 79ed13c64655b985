import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { components } from '#openapi/api.gen.d.ts';
import { paths } from '#src/paths.ts';
import { MemberIcon } from '#src/ui/member-icon.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { MoreButton } from '#src/flow/more-button.tsx';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import type { Pages } from '#src/reads/use-pages.ts';
import { memberAddress } from './addresses.ts';

type Seat = components['schemas']['Seat'];

/** How many seats of a long path are shown before the rest is requested. */
const NEAREST = 3;

/**
 * SRC §7 SeatUp: the path from the member's own seat down to this member's, each seat a link; a long path shows its end
 * first.
 */
export function WayUp({ way }: { readonly way: Pages<Seat> }) {
  const { t } = useTranslation('organization');
  const [opened, setOpened] = useState(false);
  const { items, state, problem, more, readOn } = way;
  const above = items.filter(({ level }) => level > 0);
  const shown = opened ? above : above.slice(0, NEAREST);
  const hidden = above.length - shown.length;
  const isLong = hidden > 0 || more;
  const [wasLong, setLong] = useState(isLong);
  if (isLong && !wasLong) setLong(true);
  return (
    <nav aria-label={t('way.title')} className="flex flex-col gap-2">
      {state === 'loading' && items.length === 0 ? (
        <Skeleton what={t('way.loading')} lines={1} />
      ) : (
        <ol className="flex flex-wrap items-center gap-x-1 gap-y-0 text-sm">
          <li>
            <Link to={paths.organization} className="text-link inline-flex min-h-11 items-center px-1">
              {t('way.you')}
            </Link>
          </li>
          {(isLong || wasLong) && (
            <li className="flex items-center gap-1">
              {isLong && <Separator />}
              <MoreButton
                pages={hidden > 0 ? { more: true, problem: null, state: 'ready', readOn: () => setOpened(true) } : way}
                label={hidden > 0 ? t('way.show', { count: hidden }) : t('way.more')}
                kind="quiet"
                className={hidden > 0 ? 'btn-sm min-h-11' : ''}
              />
            </li>
          )}
          {shown.toReversed().map(({ seatNo, username }, place) => (
            <li key={seatNo} className="flex items-center gap-1">
              <Separator />
              {place === shown.length - 1 ? (
                <span aria-current="page" className="px-1 font-semibold">
                  {username}
                </span>
              ) : (
                <Link to={memberAddress(username)} className="text-link inline-flex min-h-11 items-center px-1">
                  {username}
                </Link>
              )}
            </li>
          ))}
        </ol>
      )}
      {problem !== null && <ReadFailed problem={problem} onRetry={readOn} />}
    </nav>
  );
}

function Separator() {
  return <MemberIcon name="next" className="size-3.5 text-muted" />;
}
