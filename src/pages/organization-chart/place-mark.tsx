import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartModel } from './model.ts';
import type { Item } from './order.ts';
import { treeItem, type ItemPlace } from './seat-card.tsx';
import type { ChartSeat, Side } from './tree.ts';
import { CARD_HEIGHT } from './view.ts';

const RADIUS = 17;

export interface PlaceMarkProps extends ItemPlace {
  readonly model: ChartModel;
  /** The seat above. */
  readonly node: ChartSeat;
  readonly side: Side;
  readonly kind: 'free' | 'unread';
  /** Whether the member's own link leads here. */
  readonly isOfLink: boolean;
  readonly isReading: boolean;
}

/** A place below a seat that is free, or that has not been loaded yet. */
export const PlaceMark = memo(function PlaceMark(props: PlaceMarkProps) {
  const { t } = useTranslation('organization-chart');
  const { model, node, side, kind, isOfLink, isReading, isActive, isChosen, x, y } = props;
  const item: Item = { kind, node, side };
  const words = { side: t(`side.${side}`), username: node.seat.username };
  const label = kind === 'unread' ? t('item.unread', words) : t(isOfLink ? 'item.freeOfLink' : 'item.free', words);
  const ring = isChosen ? 'stroke-3' : 'stroke-[1.5px]';
  return (
    <g
      {...treeItem(props)}
      aria-label={label}
      aria-busy={isReading || undefined}
      transform={`translate(${x} ${y - CARD_HEIGHT / 2 + RADIUS})`}
      onClick={() => (kind === 'unread' ? model.ask(node) : model.choose(item))}
      onFocus={() => !isActive && model.activate(item)}
      className="group cursor-pointer outline-none"
    >
      <g aria-hidden="true">
        {isActive && (
          <circle r={RADIUS + 5} className="fill-none stroke-transparent stroke-3 group-focus-visible:stroke-primary" />
        )}
        {kind === 'free' ? (
          <>
            <circle
              r={RADIUS}
              strokeDasharray={isOfLink ? undefined : '4 4'}
              className={
                isOfLink
                  ? `fill-accent stroke-accent ${ring}`
                  : `fill-base-100 stroke-line ${ring} group-hover:fill-base-300`
              }
            />
            <path d="M-6 0h12M0 -6v12" className={`stroke-2 ${isOfLink ? 'stroke-accent-content' : 'stroke-muted'}`} />
          </>
        ) : (
          <>
            <circle r={RADIUS} className="fill-base-200 stroke-line group-hover:fill-base-300" />
            {[-7, 0, 7].map((dot) => (
              <circle key={dot} cx={dot} r={2.2} className={`fill-muted ${isReading ? 'animate-pulse' : ''}`} />
            ))}
          </>
        )}
      </g>
    </g>
  );
});
