// Commands against a small model, by fast-check: the same for the same seed, and made smaller when they fail.
import fc from 'fast-check';

/** How sequences are run, and who counts their outcomes. */
export interface Checked {
  readonly seed: number;
  readonly runs: number;
  /** The most commands of a sequence. */
  readonly longest: number;
  readonly fault?: string;
  readonly count?: (figure: string, by?: number) => void;
}

export interface ModelRun<Model extends object, Real> extends Checked {
  readonly commands: readonly fc.Arbitrary<fc.AsyncCommand<Model, Real>>[];
  /** A model and what it is compared with, of their own for each sequence. */
  start(): Promise<{ model: Model; real: Real }>;
  /** What must hold at the end of each sequence; also ends what `start` has opened. */
  end(model: Model, real: Real): Promise<void>;
}

/** How long a failing sequence is made smaller. */
const SMALLER_MS = 60_000;

/**
 * Runs sequences of commands. One with a planted fault is not made smaller: it only has to fail.
 *
 * @throws Error with the smallest failing sequence
 */
export async function runModel<Model extends object, Real>(run: ModelRun<Model, Real>): Promise<void> {
  const property = fc.asyncProperty(
    fc.commands([...run.commands], { maxCommands: run.longest, size: 'max' }),
    async (sequence) => {
      const { model, real } = await run.start();
      const counted = [...sequence].map((command) => counting(command, () => run.count?.('commands')));
      let failed = true;
      try {
        await fc.asyncModelRun(() => ({ model, real }), counted);
        failed = false;
      } finally {
        // What failed already says why; its end would only hide that.
        await run.end(model, real).catch((error: unknown) => {
          if (!failed) throw error;
        });
      }
    },
  );
  await fc.assert(property, {
    seed: run.seed,
    numRuns: run.runs,
    endOnFailure: run.fault !== undefined,
    // Only a failing property gets here: this many runs take less.
    interruptAfterTimeLimit: SMALLER_MS + run.runs * SMALLER_MS,
    markInterruptAsFailure: true,
  });
}

function counting<Model extends object, Real>(
  command: fc.AsyncCommand<Model, Real>,
  count: () => void,
): fc.AsyncCommand<Model, Real> {
  return {
    check: (model) => command.check(model),
    run: async (model, real) => {
      count();
      await command.run(model, real);
    },
    toString: () => String(command),
  };
}

/** Makes commands from what they are called with; each is shown by its name and that. */
export function commandsOf<Model extends object, Real>() {
  return <Given>(
    name: string,
    given: fc.Arbitrary<Given>,
    act: {
      can?: (model: Readonly<Model>, given: Given) => boolean;
      run: (given: Given, model: Model, real: Real) => Promise<void>;
    },
  ): fc.Arbitrary<fc.AsyncCommand<Model, Real>> =>
    given.map((chosen) => ({
      check: (model: Readonly<Model>) => act.can?.(model, chosen) ?? true,
      run: (model: Model, real: Real) => act.run(chosen, model, real),
      toString: () => `${name}(${JSON.stringify(chosen)})`,
    }));
}

/** An item of a list by any number; undefined if the list is empty. */
export function at<T>(list: readonly T[], index: number): T | undefined {
  return list[index % Math.max(1, list.length)];
}
