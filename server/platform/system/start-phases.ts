// The phases of a start in Node's own timeline, where `npm run bench -- start` finds them.

/** What a start has reached, in order; the launcher has marked `checked` before. */
export type StartPhase =
  /** The program is read and its modules have run. */
  | 'read'
  /** The database's engine answers. */
  | 'opened'
  /** The migrations were looked at. */
  | 'migrated'
  /** The secret, the place, the texts and the demo club were looked at. */
  | 'prepared'
  /** Every route has its handler. */
  | 'routed'
  /** Calls are accepted. */
  | 'listening'
  /** Jobs, the operator's channel and the development chain have been begun. */
  | 'working';

/** Marks that a phase has been reached, as `perch:PHASE`. */
export function reached(phase: StartPhase): void {
  performance.mark(`perch:${phase}`);
}
