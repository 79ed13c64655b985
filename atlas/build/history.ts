import { hashOf, type Kept } from './kept.ts';
import type { ChartModel, Touch } from '#atlas/model/model.ts';
import type { Commits } from '#walk/documents/revisions.ts';

/** How many commits of a chart are listed. */
const LISTED = 20;

/**
 * The commits that touched each chart, latest first. They change with the newest commit only, so they are kept by it.
 */
export class History {
  readonly #kept: Kept;
  readonly #key: string | null;
  #all: Promise<Commits> | null = null;

  /**
   * @param made the hash of what charts are made from.
   * @param rev the newest commit; null outside of git, where no chart was ever touched.
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
