import { hashOf, type Kept } from './kept.ts';
import type { ChartModel, Touch } from '#atlas/model/model.ts';
import type { Commits } from '#walk/documents/revisions.ts';

/** How many commits of a chart are listed. */
const LISTED = 20;

/**
 * The commits that touched each chart, latest first. They change only with the newest commit, so they are cached by it.
 */
export class History {
  readonly #kept: Kept;
  readonly #key: string | null;
  #all: Promise<Commits> | null = null;

  /**
   * @param made the hash of the charts' inputs.
   * @param rev the newest commit; null outside git, where charts have no commits.
   */
  constructor(kept: Kept, made: string, rev: string | null) {
    this.#kept = kept;
    this.#key = rev === null ? null : hashOf(rev, made);
  }

  /** The commits that touched a chart. */
  async of({ id, kind }: Pick<ChartModel, 'id' | 'kind'>): Promise<readonly Touch[]> {
    if (this.#key === null) return [];
    this.#all ??= this.#kept.take('touches', this.#key, readHistory);
    return (await this.#all)[kind][id] ?? [];
  }
}

async function readHistory(): Promise<Commits> {
  const { commitsOfAll } = await import('#walk/documents/revisions.ts');
  return commitsOfAll(LISTED);
}
