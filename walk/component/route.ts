// What is walked on the components, and how.
import type { AnyStateMachine } from 'xstate';
import type { Edge, Node } from '#machines/graph/explore.ts';
import type { Rides } from '#walk/paths/rides.ts';
import type { Stage } from './stage.tsx';
import type { Culture } from '#walk/paths/report.ts';

export interface ComponentWalk {
  readonly culture: Culture;
  /** Whether React rehearses every first render, as it does in development. */
  readonly strict: boolean;
  /** Another chart in place of the flow's own, to see whether the walk notices. */
  readonly machine?: AnyStateMachine;
  /** Told of every step that was as promised, with the node that the page shows. */
  readonly onStep?: (stage: Stage, flow: string, node: Node) => Promise<void>;
}

/** The edges to walk, under the name that failures tell. */
export interface Route {
  readonly id: string;
  readonly edges: readonly Edge[];
  /** The edge whose control is pressed twice before anything is drawn again. */
  readonly twice?: Edge;
  /** The edge that the browser's Back brings about, and not a control. */
  readonly byBack?: Edge | null;
  /** What is done besides the edges' own steps, by their index. */
  readonly rides?: Rides;
  /**
   * Whether a start after a reload is lived through up to the reload, instead of put into the storage: it has a history
   * then.
   */
  readonly lived?: boolean;
}
