import type { components } from '#openapi/api.gen.d.ts';
import type { Network } from '#server/domain/chain/chain.ts';
import { propertiesOf } from '#server/platform/contract/document.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';

export type Rules = components['schemas']['Rules'];

/** Rules that only the server needs. */
export interface OwnRules {
  /**
   * Confirmations of each network after which a deposit is final (D-06). They never lower the network's own setting.
   */
  depositConfirmations: Record<Network, number>;
  /** A rate from the feed is stale after this many minutes; `rateStaleMinutes` applies to those set by hand. */
  feedRateStaleMinutes: number;
}

export type StoredRules = Omit<Rules, 'version' | 'effectiveFrom'> & OwnRules;

/** The fields that GET /rules returns; a version may contain more. */
export const PUBLISHED: ReadonlySet<string> = new Set(propertiesOf('Rules'));

/** The versions that count, which every query of rules starts from: a withdrawn version was never in force (D-04). */
export function standingRules(db: Db | Trx) {
  // oxlint-disable-next-line perch/standing-rules -- the one place where the condition is written
  return db.selectFrom('rules').where('withdrawn_at', 'is', null);
}

/**
 * The rules in force at a moment: the newest version that has begun and was not withdrawn before (D-04). A clock that
 * stands before all versions gets the first. Amounts and rates are decimal strings.
 */
export async function rulesAt(db: Db | Trx, moment: Date): Promise<Rules> {
  return publishedRules(await storedRulesAt(db, moment));
}

/** The rules of a version: those that an act drafted under it goes by. @throws Error if there is no such version */
export async function rulesOf(db: Db | Trx, version: number): Promise<Rules> {
  // oxlint-disable-next-line perch/standing-rules -- what was drafted under a version stays valid, whatever happened to it
  const { effective_from: effectiveFrom, values } = await db
    .selectFrom('rules')
    .select(['effective_from', 'values'])
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return publishedRules({ version, effectiveFrom, values: values as StoredRules });
}

/** The server's own rules in force at a moment. */
export async function ownRulesAt(db: Db | Trx, moment: Date): Promise<OwnRules> {
  const { depositConfirmations, feedRateStaleMinutes } = (await storedRulesAt(db, moment)).values;
  return { depositConfirmations, feedRateStaleMinutes };
}

/** A version as it is stored, with everything in it. */
export async function storedRulesAt(
  db: Db | Trx,
  moment: Date,
): Promise<{ version: number; effectiveFrom: Date; values: StoredRules; defaults: string[] }> {
  const versions = standingRules(db).select(['version', 'effective_from', 'values', 'defaults']).limit(1);
  const row =
    (await versions
      .where('effective_from', '<=', moment)
      .orderBy('effective_from', 'desc')
      .orderBy('version', 'desc')
      .executeTakeFirst()) ??
    (await versions.orderBy('effective_from').orderBy('version', 'desc').executeTakeFirstOrThrow());
  return {
    version: row.version,
    effectiveFrom: row.effective_from,
    values: row.values as StoredRules,
    defaults: row.defaults,
  };
}

function publishedRules({
  version,
  effectiveFrom,
  values,
}: {
  version: number;
  effectiveFrom: Date;
  values: StoredRules;
}): Rules {
  const published = Object.fromEntries(Object.entries(values).filter(([name]) => PUBLISHED.has(name)));
  // Written only by migrations and addRules, which checks the form.
  return {
    ...(published as Omit<Rules, 'version' | 'effectiveFrom'>),
    version,
    effectiveFrom: effectiveFrom.toISOString(),
  };
}
