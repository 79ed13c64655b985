/** A diagram small enough for an overview: its shapes without any words. */
import type { Drawing, DrawnBox, Point, Rect } from './drawing.ts';
import type { TransitionKind } from './kinds.ts';

export interface Thumb {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly (Rect & { readonly look: string })[];
  readonly edges: readonly { readonly kind: TransitionKind; readonly points: string }[];
}

/** The shapes of a drawing. */
export function thumbOf({ width, height, boxes, edges }: Drawing): Thumb {
  return {
    width,
    height,
    boxes: boxes.map((box) => ({
      look: lookOf(box),
      x: Math.round(box.x),
      y: Math.round(box.y),
      width: Math.round(box.width),
      height: Math.round(box.height),
    })),
    edges: edges.map(({ kind, points }) => ({ kind, points: points.map(whole).join(' ') })),
  };
}

function whole({ x, y }: Point): string {
  return `${Math.round(x)},${Math.round(y)}`;
}

function lookOf({ kind, tags }: DrawnBox): string {
  return [kind, ...tags].join(' ');
}
