// What an experiment is: something that is repeated with other seeds until the time is over, and that must notice its
// own planted faults.
import type { Random } from './random.ts';

export const NAMES = ['kills', 'races', 'bank', 'models', 'fuzz', 'once', 'clock', 'away', 'network'] as const;
export type Name = (typeof NAMES)[number];

/** What one turn of an experiment is given, and what it tells. */
export interface Turn {
  readonly cycle: number;
  /** The choices of this turn: the same for the same seed and cycle. */
  readonly random: Random;
  /** For tools that make their own choices. */
  readonly seed: number;
  /** Whether the whole run has minutes or hours. */
  readonly short: boolean;
  /** Adds to one of the experiment's figures. */
  count(figure: string, by?: number): void;
  /** Notes how long something took, in milliseconds. */
  time(figure: string, milliseconds: number): void;
}

/** An experiment that is set up. */
export interface Session {
  /**
   * Plants a fault by its name, in the same place as it would have in a turn.
   *
   * @returns whether it was noticed
   */
  plant(fault: string, turn: Turn): Promise<boolean>;
  /** One turn. @throws whatever was found */
  turn(turn: Turn): Promise<void>;
  /** Ends everything that was started. */
  close(): Promise<void>;
  /** Copies what a failed turn has left, such as a database, into a folder. */
  keep?(folder: string): Promise<void>;
}

export interface Experiment {
  /** Figures that every run must have at least one of: a run in which nothing happened has shown nothing. */
  readonly figures: readonly string[];
  /** The faults that it must notice. */
  readonly faults: readonly string[];
  open(place: Place): Promise<Session>;
}

/** Where an experiment may leave something, and what there is. */
export interface Place {
  /** A folder of its own, which is removed at the end. */
  readonly folder: string;
  /** A PostgreSQL with the right to make databases; empty for an experiment that brings its own. */
  readonly postgresUrl: string;
  readonly programs: Programs;
  /** Whether the whole run has minutes or hours. */
  readonly short: boolean;
  readonly log: (line: string) => void;
}

/** Files of programs that experiments start beside the product's own. */
export interface Programs {
  /** A club on a disk that is filled. */
  readonly disk: string;
  /** A server without the locks of rows. */
  readonly withoutLocks: string;
}

/** What is known of an experiment without loading it. */
export interface Listed {
  readonly name: Name;
  /** What it shows, in a few words. */
  readonly what: string;
  readonly postgres: 'shared' | 'own';
  /** How long it may begin further turns in a short run, in seconds on two idle cores. */
  readonly shortSeconds: number;
  /** Its part of a long run. */
  readonly share: number;
  readonly load: () => Promise<Experiment>;
}

/** Whether an act fails. A planted fault is noticed by that. */
export async function fails(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act();
    return false;
  } catch {
    return true;
  }
}
