// The visible part of the plane, and the sizes of what is drawn there, in pixels at scale 1.
import type { Box } from './layout.ts';

export const CARD_WIDTH = 204;
/** With room for a name of two lines, the line below it, and the volumes above the toggle. */
export const CARD_HEIGHT = 84;
/** From the middle of a card to the middle of the next one. */
export const PLACE_WIDTH = 220;
export const LEVEL_HEIGHT = 132;
/** Below this scale a card is unreadable: seats are dots. */
export const CARD_SCALE = 0.42;
/** The words of a card, of 16 px, have 12 px at least; below this scale it has fewer and larger ones. */
export const WORDS_SCALE = 0.75;
export const LETTERS = 16;
/** At this scale, the lines of such a card have room for a name's words of 11 letters. */
const NAMES_SCALE = 0.5;

const MAX_SCALE = 1.6;
/** The smallest scale, for a whole organization; members zoom in to see more. */
const MIN_SCALE = 0.000_02;
const READING_SCALE = 0.8;
const MARGIN = 24;
/** Below this width in pixels, everything below a seat is drawn as one stroke. */
const NARROW_PX = 3;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The point of the plane in the middle of the window, in pixels at scale 1, and the scale. */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The visible part of the plane, with a small margin. */
export function boxOf({ x, y, scale }: View, { width, height }: Size): Box {
  const [halfWidth, halfHeight] = [width / 2 / scale + CARD_WIDTH / 2, height / 2 / scale + CARD_HEIGHT];
  return {
    left: (x - halfWidth) / PLACE_WIDTH,
    right: (x + halfWidth) / PLACE_WIDTH,
    top: (y - halfHeight) / LEVEL_HEIGHT,
    bottom: (y + halfHeight) / LEVEL_HEIGHT,
  };
}

/** The width, in card widths, below which pixels can no longer show details. */
export function narrowAt(scale: number): number {
  return NARROW_PX / (PLACE_WIDTH * scale);
}

/** The view after the plane was dragged by a number of pixels of the screen. */
export function dragged(view: View, by: Point): View {
  return { ...view, x: view.x - by.x / view.scale, y: view.y - by.y / view.scale };
}

/** The view after zooming with a fixed point of the screen; the point is relative to the middle of the window. */
export function zoomed(view: View, factor: number, at: Point = { x: 0, y: 0 }): View {
  const scale = Math.min(MAX_SCALE, Math.max(MIN_SCALE, view.scale * factor));
  return { x: view.x + at.x / view.scale - at.x / scale, y: view.y + at.y / view.scale - at.y / scale, scale };
}

/** A view of the whole drawing. */
export function fitted(extent: Box, size: Size): View {
  const [width, height] = [
    (extent.right - extent.left) * PLACE_WIDTH,
    (extent.bottom - extent.top) * LEVEL_HEIGHT + CARD_HEIGHT,
  ];
  const scale = Math.min(1, (size.width - 2 * MARGIN) / width, (size.height - 2 * MARGIN) / height);
  return {
    x: ((extent.left + extent.right) / 2) * PLACE_WIDTH,
    y: ((extent.top + extent.bottom) / 2) * LEVEL_HEIGHT,
    scale: Math.max(MIN_SCALE, scale),
  };
}

/** The height of the letters of a card at scale 1, with which they are readable at another. */
export function lettersAt(scale: number): number {
  return scale < WORDS_SCALE ? (WORDS_SCALE * LETTERS) / scale : LETTERS;
}

/**
 * How many levels below a seat are shown at first: the most that fit side by side into the window with names that can
 * be read. A phone has the one that it is as wide as.
 *
 * @param widthOf the width, in cards, of a drawing with so many levels
 */
export function levelsIn({ width }: Size, most: number, widthOf: (levels: number) => number): number {
  if (width < 2 * PLACE_WIDTH) return 1;
  let levels = most;
  while (levels > 1 && width < widthOf(levels) * PLACE_WIDTH * NAMES_SCALE) levels -= 1;
  return levels;
}

/**
 * The top of a drawing at the top of the window: all of its width, or the middle of one with that many levels if more
 * was opened.
 */
export function topAt(extent: Box, { width, height }: Size, levels: number): View {
  const whole = extent.right - extent.left;
  const cards = Math.min(whole, 2 ** levels);
  const least = levels > 1 ? NAMES_SCALE : WORDS_SCALE;
  const scale = Math.min(1, Math.max(least, width / (cards * PLACE_WIDTH)));
  const x = cards < whole ? 0 : (extent.left + extent.right) / 2;
  return { x: x * PLACE_WIDTH, y: extent.top * LEVEL_HEIGHT + (height / 2 - CARD_HEIGHT) / scale, scale };
}

/** A point of the plane in the middle, at the same scale or one large enough to read. */
export function centeredOn(x: number, level: number, scale: number): View {
  return { x: x * PLACE_WIDTH, y: level * LEVEL_HEIGHT, scale: scale < CARD_SCALE ? READING_SCALE : scale };
}

/** How much of the window something else lies over, in pixels from its upper and lower edge. */
export interface Covered {
  readonly top: number;
  readonly bottom: number;
}

const UNCOVERED: Covered = { top: 0, bottom: 0 };

/**
 * The view, moved as little as possible to show a whole card in the free part of the window, and enlarged if the card
 * was unreadable.
 */
export function bringing(
  from: View,
  card: { readonly x: number; readonly level: number },
  size: Size,
  { top, bottom }: Covered = UNCOVERED,
): View {
  const view = from.scale < CARD_SCALE ? centeredOn(card.x, card.level, from.scale) : from;
  const [x, y] = [card.x * PLACE_WIDTH, card.level * LEVEL_HEIGHT];
  const room = {
    x: Math.max(0, size.width / 2 / view.scale - CARD_WIDTH / 2 - MARGIN),
    y: Math.max(0, (size.height - top - bottom) / 2 / view.scale - CARD_HEIGHT / 2 - MARGIN),
  };
  /** From the middle of the window to that of its free part. */
  const below = (top - bottom) / 2 / view.scale;
  return {
    ...view,
    x: Math.min(x + room.x, Math.max(x - room.x, view.x)),
    y: Math.min(y + room.y, Math.max(y - room.y, view.y + below)) - below,
  };
}

/** The point of the plane at a point of the screen, in cards and levels. */
export function placeAt(view: View, at: Point): { x: number; level: number } {
  return { x: (view.x + at.x / view.scale) / PLACE_WIDTH, level: (view.y + at.y / view.scale) / LEVEL_HEIGHT };
}
