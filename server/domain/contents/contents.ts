// The club's texts in versions. A version takes effect once its last language is set.
import type { components } from '#openapi/api.gen.d.ts';
import { storedRulesAt, type StoredRules } from '#server/domain/rules/rules.ts';
import type { Services } from '#server/domain/services/services.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import type { Culture } from '#openapi/cultures.ts';
import { figuresFor, fillFigures } from './figures.ts';
import { readRichText } from './rich-text.ts';

export type Slug = components['schemas']['ContentSlug'];
export const SLUGS: readonly Slug[] = ['faq', 'terms', 'privacy', 'risk', 'identity'];

/** A version as stored. */
export interface VersionInForce {
  version: number;
  effectiveFrom: Date;
}

/**
 * The version in force; null if there is none yet. For the risk statement it is the version that the rules name (D-31).
 */
export async function versionInForce(
  db: Db | Trx,
  slug: Slug,
  rules: Pick<StoredRules, 'riskVersion'>,
): Promise<VersionInForce | null> {
  let query = db
    .selectFrom('content_versions')
    .select(['version', 'effective_from'])
    .where('slug', '=', slug)
    .where('effective_from', 'is not', null);
  if (slug === 'risk') query = query.where('version', '<=', rules.riskVersion);
  const row = await query.orderBy('version', 'desc').limit(1).executeTakeFirst();
  return row === undefined || row.effective_from === null
    ? null
    : { version: row.version, effectiveFrom: row.effective_from };
}

/** A text with its figures, as members read it. @throws Error if it was never installed */
export async function showContent(
  services: Pick<Services, 'db' | 'chain' | 'config'>,
  wanted: { slug: Slug; culture: Culture; now: Date },
): Promise<components['schemas']['Content']> {
  const { db } = services;
  const { slug, culture, now } = wanted;
  const { values } = await storedRulesAt(db, now);
  const found = await versionInForce(db, slug, values);
  if (found === null) throw new Error(`no version of ${slug} is in force`);
  const { title, body } = await db
    .selectFrom('content_texts')
    .select(['title', 'body'])
    .where('slug', '=', slug)
    .where('version', '=', found.version)
    .where('culture', '=', culture)
    .executeTakeFirstOrThrow();
  const figures = figuresFor(services, values);
  return {
    slug,
    version: found.version,
    effectiveFrom: found.effectiveFrom.toISOString(),
    title: fillFigures(title, figures),
    body: richTextWith(body, figures),
  };
}

/** Markdown as a tree, with these figures. */
export function richTextWith(
  markdown: string,
  figures: Readonly<Record<string, string>>,
): components['schemas']['RichText'] {
  return readRichText(markdown, (text) => fillFigures(text, figures)).body;
}
