/** A laid-out diagram: positions in pixels at natural size, independent of how it is rendered. */
import type { TransitionKind } from './kinds.ts';

/** A part of a line that can be pressed by itself. */
export interface Segment {
  readonly text: string;
  /** The transition that it represents. */
  readonly transition: string | null;
  /** The state that it represents. */
  readonly state: string | null;
}

export type Line = readonly Segment[];

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type BoxKind = 'state' | 'group' | 'end' | 'begin' | 'anywhere';

export interface DrawnBox extends Rect {
  readonly id: string;
  readonly kind: BoxKind;
  /** The state that it represents; null for the initial marker and for the root. */
  readonly state: string | null;
  readonly name: string;
  readonly tags: readonly string[];
  /** Title, route and calls below the name. */
  readonly facts: readonly string[];
  /** Inner states and what happens without leaving the box. */
  readonly rows: readonly Line[];
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface DrawnEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly kind: TransitionKind;
  readonly points: readonly Point[];
  readonly lines: readonly Line[];
  readonly label: Rect | null;
}

export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly DrawnBox[];
  readonly edges: readonly DrawnEdge[];
}
