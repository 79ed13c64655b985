import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { larger } from '#money/amount.ts';
import { isolated } from '#src/i18n/isolated.ts';
import { initialsOf } from '#src/ui/member-avatar.tsx';
import { materialOf } from '#src/ui/member-marks.tsx';
import { isNothing } from '#src/ui/quiet-zero.ts';
import { shareOf } from '#src/ui/share.ts';
import { cut, fits, inLines } from './cut.ts';
import type { ChartModel } from './model.ts';
import { hasFigures, isUnread, type ChartSeat, type Seat, type Side, type TreeSeat } from './tree.ts';
import { CARD_HEIGHT, CARD_WIDTH, LETTERS } from './view.ts';

declare module 'react' {
  // HTML's attribute applies to its SVG too; React's types leave it out.
  interface SVGAttributes<T> {
    translate?: 'yes' | 'no' | undefined;
  }
}

/** The width of an average letter in the widest of the faces that devices have, in heights of the letters. */
const LETTER_WIDTH = 0.71;
/** The lines of a name of one line and of two, and the line below it. */
const NAME_LINES = [[-9], [-20, -2]] as const;
const BELOW_NAME = [11, 16] as const;
/** Where they begin, beside the face, and how much room they have. */
const TEXT_AT = -48;
const TEXT_WIDTH = 150;
/** The same of larger letters, which take the room of the face too: two lines around the middle above the volumes. */
const LARGE_WIDTH = CARD_WIDTH - 16;
const LARGE_MIDDLE = -9;
const LARGE_LINES = [-0.25, 0.85] as const;
const FACE_AT = -76;
const FACE = 19;
/** The volumes of both sides grow from the middle of the text: below the tails of its last line, above the toggle. */
const VOLUME_AT = 23;
const VOLUME_Y = 26;
const VOLUME_WIDTH = 68;
const TOGGLE = 11;
/** In percent. */
const WHOLE = 100;
const RADIUS = 14;
const LEVEL_OFFSET = 1;

export interface ItemPlace {
  /** The element's id, by which the focus finds it. */
  readonly id: string;
  /** Relative to the origin of the drawing. */
  readonly x: number;
  readonly y: number;
  readonly level: number;
  readonly side: Side | null;
  readonly isActive: boolean;
  readonly isChosen: boolean;
}

export interface SeatCardProps extends ItemPlace {
  readonly model: ChartModel;
  readonly node: ChartSeat;
  /** The seat of the node, a new object whenever it has changed. */
  readonly seat: Seat | TreeSeat;
  readonly open: boolean;
  readonly canToggle: boolean;
  readonly isReading: boolean;
  /** Too small to read: only a mark of the focus. */
  readonly isDot: boolean;
  /** The height of its letters: larger ones where it is drawn small. */
  readonly letters: number;
}

/** The attributes of ARIA's tree pattern: the level, and the left place is always the first of two. */
export function treeItem({ id, level, side, isActive, isChosen }: ItemPlace) {
  return {
    id,
    role: 'treeitem',
    tabIndex: isActive ? 0 : -1,
    'aria-level': level + LEVEL_OFFSET,
    'aria-posinset': side === 'right' ? 2 : 1,
    'aria-setsize': side === null ? 1 : 2,
    'aria-selected': isChosen,
  } as const;
}

/**
 * A seat of the chart. The element that is read out and pressed is not the one that is seen: a card has no room for the
 * words that a screen reader needs.
 */
export const SeatCard = memo(function SeatCard(props: SeatCardProps) {
  const { model, node, seat, open, isReading, isDot, x, y, isActive } = props;
  const words = useSeatWords(seat, props.side);
  return (
    <g transform={`translate(${x} ${y})`} className="group">
      <g
        {...treeItem(props)}
        aria-expanded={open && !isUnread(node)}
        aria-busy={isReading || undefined}
        aria-label={words}
        onClick={() => model.choose({ kind: 'seat', node })}
        onFocus={() => !isActive && model.activate({ kind: 'seat', node })}
        className="cursor-pointer outline-none"
      >
        {/* The pointer shows the whole name, which a card may have no room for. */}
        <title>{words}</title>
        {isDot ? (
          <circle r={1} vectorEffect="non-scaling-stroke" className="fill-primary stroke-accent stroke-12" />
        ) : (
          <CardShape {...props} />
        )}
      </g>
      {!isDot && <CardFace {...props} />}
    </g>
  );
});

function CardShape({ side, isActive, isChosen }: SeatCardProps) {
  const isMe = side === null;
  const [halfWidth, halfHeight] = [CARD_WIDTH / 2, CARD_HEIGHT / 2];
  const ring = isChosen ? 'stroke-primary stroke-3' : 'stroke-line';
  return (
    <>
      {isActive && (
        <rect
          x={-halfWidth - 5}
          y={-halfHeight - 5}
          width={CARD_WIDTH + 10}
          height={CARD_HEIGHT + 10}
          rx={RADIUS + 4}
          className="fill-none stroke-transparent stroke-3 group-has-focus-visible:stroke-primary"
        />
      )}
      <rect
        x={-halfWidth}
        y={-halfHeight}
        width={CARD_WIDTH}
        height={CARD_HEIGHT}
        rx={RADIUS}
        className={isMe ? `fill-primary ${ring}` : `fill-base-100 ${ring} group-hover:fill-base-200`}
      />
      {/* On the very edge, where no name reaches. */}
      {!isMe && (
        <rect
          data-side={side}
          x={side === 'left' ? -halfWidth - 2 : halfWidth - 2}
          y={-halfHeight + RADIUS}
          width={4}
          height={CARD_HEIGHT - 2 * RADIUS}
          rx={2}
          className="fill-branch"
        />
      )}
    </>
  );
}

/** The text on a card, and the toggle that expands it; pressing the text presses the card. */
function CardFace(props: SeatCardProps) {
  const { model, node, seat, side, open, canToggle, isReading, letters } = props;
  const isMe = side === null;
  const isLarge = letters > LETTERS;
  const hasVolume = hasFigures(seat) && !(isNothing(seat.leftVolumeUsd) && isNothing(seat.rightVolumeUsd));
  return (
    <g aria-hidden="true" className="pointer-events-none">
      {!isLarge && <Face seat={seat} isMe={isMe} />}
      <Lines seat={seat} isMe={isMe} letters={letters} />
      {hasVolume && <Volumes seat={seat} isMe={isMe} at={isLarge ? 0 : VOLUME_AT} />}
      {canToggle && (
        <g
          transform={`translate(0 ${CARD_HEIGHT / 2})`}
          onClick={() => model.setOpen(node, !open || isUnread(node))}
          className="pointer-events-auto cursor-pointer"
        >
          {/* A thumb is wider than the toggle, at each scale. */}
          <circle r={Math.max(TOGGLE * 2, letters)} className="fill-transparent" />
          <circle r={TOGGLE} className="fill-base-100 stroke-line hover:fill-base-300" />
          {isReading ? (
            <circle r={3} className="animate-pulse fill-primary" />
          ) : (
            <path d={open ? 'M-5 0h10' : 'M-5 0h10M0 -5v10'} className="stroke-base-content stroke-2" />
          )}
        </g>
      )}
    </g>
  );
}

/**
 * The name, and below it how many members are on each side, or the username as long as that is not loaded. Large
 * letters have room for two lines: a name that needs both has nothing below it.
 */
function Lines({ seat, isMe, letters }: Pick<SeatCardProps, 'seat' | 'letters'> & { readonly isMe: boolean }) {
  const { t } = useTranslation('organization-chart');
  const isLarge = letters > LETTERS;
  const room = (isLarge ? LARGE_WIDTH : TEXT_WIDTH) / (letters * LETTER_WIDTH);
  const names = inLines(seat.name, room);
  const isLong = names.length > 1;
  const below = hasFigures(seat)
    ? t('card.members', { left: seat.leftMembers, right: seat.rightMembers })
    : cut(seat.username, room);
  const line = {
    x: isLarge ? 0 : TEXT_AT,
    textAnchor: isLarge ? 'middle' : 'start',
    fontSize: letters,
  } as const;
  const yOf = (place: number) =>
    isLarge ? LARGE_MIDDLE + letters * (LARGE_LINES[place] ?? 0) : NAME_LINES[isLong ? 1 : 0][place];
  return (
    <>
      {names.map((name, place) => (
        <text
          key={place}
          translate="no"
          {...line}
          y={yOf(place)}
          className={`font-semibold ${isMe ? 'fill-primary-content' : 'fill-base-content'}`}
        >
          {name}
        </text>
      ))}
      {(!isLarge || (!isLong && fits(below, room))) && (
        <text
          {...line}
          y={isLarge ? yOf(1) : BELOW_NAME[isLong ? 1 : 0]}
          className={isMe ? 'fill-primary-content' : 'fill-muted'}
        >
          {below}
        </text>
      )}
    </>
  );
}

/** The member's initials, in a ring of the material of their stage. */
function Face({ seat, isMe }: { readonly seat: Seat | TreeSeat; readonly isMe: boolean }) {
  const stage = hasFigures(seat) ? seat.stage : null;
  return (
    <>
      <circle
        cx={FACE_AT}
        r={FACE}
        data-stage={stage ?? undefined}
        stroke={stage === null ? undefined : materialOf(stage)}
        className={`${isMe ? 'fill-base-100' : 'fill-base-200'} ${stage === null ? 'stroke-line stroke-1' : 'stroke-4'}`}
      />
      <text
        x={FACE_AT}
        y={5}
        textAnchor="middle"
        translate="no"
        className="fill-base-content text-[16px] font-semibold"
      >
        {initialsOf(seat.name)}
      </text>
    </>
  );
}

/** This month's volume of both sides, each as a part of the stronger one. */
function Volumes({
  seat: { leftVolumeUsd, rightVolumeUsd },
  isMe,
  at,
}: {
  readonly seat: TreeSeat;
  readonly isMe: boolean;
  /** Their middle. */
  readonly at: number;
}) {
  const strongest = larger(leftVolumeUsd, rightVolumeUsd);
  const [left, right] = [leftVolumeUsd, rightVolumeUsd].map(
    (volume) => ((shareOf(volume, strongest) ?? 0) * VOLUME_WIDTH) / WHOLE,
  );
  const look = isMe ? 'fill-primary-content' : 'fill-primary';
  return (
    <g data-volumes>
      <rect x={at - VOLUME_WIDTH} y={VOLUME_Y} width={2 * VOLUME_WIDTH} height={3} className="fill-line opacity-40" />
      <rect x={at - (left ?? 0)} y={VOLUME_Y} width={left} height={3} className={look} />
      <rect x={at} y={VOLUME_Y} width={right} height={3} className={look} />
      <rect x={at - 0.5} y={VOLUME_Y - 2} width={1} height={7} className="fill-line" />
    </g>
  );
}

/** What a screen reader says about a seat: the member, the side, and how many members are below. */
function useSeatWords(seat: Seat | TreeSeat, side: Side | null): string {
  const { t } = useTranslation('organization-chart');
  const who =
    seat.name === seat.username ? seat.username : t('item.who', { name: isolated(seat.name), username: seat.username });
  const where = side === null ? t('item.me') : t(`side.${side}`);
  if (!hasFigures(seat)) return t('item.seatOnly', { who, where });
  return t('item.seat', { who, where, left: seat.leftMembers, right: seat.rightMembers });
}
