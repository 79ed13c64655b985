// What is walked on the components, and how.
import type { AnyStateMachine } from 'xstate';
import type { Edge, Node } from '#machines/graph/explore.ts';
import type { Rides } from '#walk/paths/rides.ts';
import type { Stage } from './stage.tsx';
import type { Culture } from '#walk/paths/report.ts';

export interface ComponentWalk {
  readonly culture: Culture;
  /** Whether React runs in strict mode, as in development. */
  readonly strict: boolean;
  /** Another chart instead of the flow's own, to see whether the walk notices. */
  readonly machine?: AnyStateMachine;
  /** Called after every step that was as promised, with the node that the page shows. */
  readonly onStep?: (stage: Stage, flow: string, node: Node) => Promise<void>;
}

/** The edges to walk, with the name for failure messages. */
export interface Route {
  readonly id: string;
  readonly edges: readonly Edge[];
  /** The edge whose control is pressed twice before anything is rendered again. */
  readonly twice?: Edge;
  /** The edge that the browser's Back takes instead of a control. */
  readonly byBack?: Edge | null;
  /** What is done in addition to the edges' own steps, by their index. */
  readonly rides?: Rides;
  /**
   * Whether a start after a reload is reached through the steps before it, instead of by filling the storage: the
   * browser then has a history.
   */
  readonly lived?: boolean;
}
