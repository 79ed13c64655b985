// Notices as operators manage them: added, published, withdrawn.
import type { Trx } from '#server/platform/db/kysely.ts';
import type { Culture } from '#openapi/cultures.ts';
import type { SourceText } from './source.ts';

/** Thrown if a notice cannot take the step; the message is for the operator. */
export class NewsRefused extends Error {
  override readonly name = 'NewsRefused';
}

/** Adds a notice that nobody sees yet. Returns its number. */
export async function addNews(
  trx: Trx,
  news: { texts: Record<Culture, SourceText>; pinned: boolean; at: Date },
): Promise<bigint> {
  const { texts, pinned, at } = news;
  const { id } = await trx
    .insertInto('news')
    .values({ texts: JSON.stringify(texts), pinned, added_at: at, published_at: null, retracted_at: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Shows it to members from now on. @throws NewsRefused if it was published before, or does not exist */
export async function publishNews(trx: Trx, { id, at }: { id: bigint; at: Date }): Promise<void> {
  const { published_at: before } = await lockNews(trx, id);
  if (before !== null) throw new NewsRefused(`notice ${id} was published on ${before.toISOString()}`);
  await trx.updateTable('news').set({ published_at: at }).where('id', '=', id).execute();
}

/** Withdraws it; it stays on record. @throws NewsRefused if members do not see it, or it does not exist */
export async function retractNews(trx: Trx, { id, at }: { id: bigint; at: Date }): Promise<void> {
  const { published_at: published, retracted_at: before } = await lockNews(trx, id);
  if (published === null) throw new NewsRefused(`notice ${id} was never published`);
  if (before !== null) throw new NewsRefused(`notice ${id} was withdrawn on ${before.toISOString()}`);
  await trx.updateTable('news').set({ retracted_at: at }).where('id', '=', id).execute();
}

async function lockNews(trx: Trx, id: bigint) {
  const row = await trx
    .selectFrom('news')
    .select(['published_at', 'retracted_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new NewsRefused(`there is no notice ${id}`);
  return row;
}
