// A text of the club is set language by language; the last one puts the version into force.
import type { Trx } from '#server/platform/db/kysely.ts';
import { CULTURES, type Culture } from '#openapi/cultures.ts';
import { SLUGS, type Slug } from './contents.ts';
import { readRichText } from './rich-text.ts';
import { SourceRefused, type SourceText } from './source.ts';

/** The result of setting one language of a version. */
export interface Setting {
  version: number;
  /** Languages that are still missing; empty once it is in force. */
  missing: Culture[];
}

/**
 * Sets one language of the next version. Until all languages are set, the present version stays in force, and a
 * language may be set again.
 *
 * @param given.by the operator; null for texts that come with the product
 * @throws SourceRefused if the languages have different headings, which links lead to
 */
export async function setContent(
  trx: Trx,
  given: { slug: Slug; culture: Culture; text: SourceText; at: Date; by: string | null },
): Promise<Setting> {
  const { slug, culture, text, at, by } = given;
  // One at a time: two calls that set the last two languages at once must not both find one missing.
  await trx.selectFrom('club_state').select('only_row').forUpdate().executeTakeFirstOrThrow();
  const newest = await trx
    .selectFrom('content_versions')
    .select(['version', 'effective_from'])
    .where('slug', '=', slug)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  const waits = newest !== undefined && newest.effective_from === null;
  const version = waits ? newest.version : (newest?.version ?? 0) + 1;
  if (!waits) await trx.insertInto('content_versions').values({ slug, version, effective_from: null }).execute();
  const values = { title: text.title, body: text.body, set_at: at, set_by: by };
  await trx
    .insertInto('content_texts')
    .values({ slug, version, culture, ...values })
    .onConflict((conflict) => conflict.columns(['slug', 'version', 'culture']).doUpdateSet(values))
    .execute();
  const texts = await trx
    .selectFrom('content_texts')
    .select(['culture', 'body'])
    .where('slug', '=', slug)
    .where('version', '=', version)
    .execute();
  const missing = CULTURES.filter((known) => !texts.some((each) => each.culture === known));
  if (missing.length === 0) {
    requireSameHeadings(texts);
    await trx
      .updateTable('content_versions')
      .set({ effective_from: at })
      .where('slug', '=', slug)
      .where('version', '=', version)
      .execute();
  }
  return { version, missing };
}

/** A link to a question must lead to it in every language. */
function requireSameHeadings(texts: readonly { culture: Culture; body: string }[]): void {
  const headings = texts.map(({ culture, body }) => ({
    culture,
    ids: readRichText(body)
      .body.flatMap((block) => (block.type === 'heading' ? [block.id] : []))
      .join(' '),
  }));
  const [first, ...others] = headings;
  const other = others.find(({ ids }) => ids !== first?.ids);
  if (first !== undefined && other !== undefined)
    throw new SourceRefused(
      `the headings of ${first.culture} (${first.ids}) and ${other.culture} (${other.ids}) have different ids`,
    );
}

/** Whether such a text exists. */
export function isSlug(name: string): name is Slug {
  return SLUGS.some((slug) => slug === name);
}
