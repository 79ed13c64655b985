// Notices as members see them: pinned ones first, then the newest, each with whether this member has read it.
import { sql } from 'kysely';
import type { components } from '#openapi/api.gen.d.ts';
import { storedRulesAt } from '#server/domain/rules/rules.ts';
import type { Services } from '#server/domain/services/services.ts';
import { cursorAfter, readCursor, unknownCursor } from '#server/platform/contract/cursor.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallContext } from '#server/platform/contract/types.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import { richTextWith } from './contents.ts';
import { figuresFor, fillFigures } from './figures.ts';

type Schemas = components['schemas'];

const PAGE = 20;

/** A page of published notices. @throws Problem invalid_request if the cursor does not belong to this list */
export async function listNews(
  services: Pick<Services, 'db' | 'chain' | 'config'>,
  call: CallContext,
  wanted: { memberId: string; cursor: string | undefined; now: Date },
): Promise<Schemas['NewsPage']> {
  const { db } = services;
  const after = readCursor(call, wanted.cursor);
  let query = published(db, wanted.memberId)
    .orderBy('news.pinned', 'desc')
    .orderBy('news.published_at', 'desc')
    .orderBy('news.id', 'desc')
    .limit(PAGE + 1);
  if (after !== null) {
    const last = await db
      .selectFrom('news')
      .select(['pinned', 'published_at'])
      .where('id', '=', after)
      .where('published_at', 'is not', null)
      .executeTakeFirst();
    if (last === undefined) throw unknownCursor(call);
    query = query.where(
      sql<boolean>`(news.pinned, news.published_at, news.id) < (${last.pinned}, ${last.published_at}, ${after})`,
    );
  }
  const rows = await query.execute();
  const page = rows.slice(0, PAGE);
  const end = page.at(-1);
  const figures = figuresFor(services, (await storedRulesAt(services.db, wanted.now)).values);
  return {
    items: page.map((row) => shownItem(row, call, figures)),
    nextCursor: rows.length > PAGE && end !== undefined ? cursorAfter(end.id) : null,
    unread: await countUnread(db, wanted.memberId),
  };
}

/** One notice. @throws Problem not_found, also once it was withdrawn */
export async function showNews(
  services: Pick<Services, 'db' | 'chain' | 'config'>,
  call: CallContext,
  wanted: { memberId: string; id: string; now: Date },
): Promise<Schemas['News']> {
  const row = await published(services.db, wanted.memberId).where('news.id', '=', BigInt(wanted.id)).executeTakeFirst();
  if (row === undefined) throw new Problem('not_found');
  const figures = figuresFor(services, (await storedRulesAt(services.db, wanted.now)).values);
  return {
    ...shownItem(row, call, figures),
    body: richTextWith(row.texts[call.culture].body, figures),
  };
}

/** Marks a notice as read, once. @throws Problem not_found */
export async function markRead(
  trx: Trx,
  mark: { memberId: string; id: string; at: Date },
): Promise<Schemas['NewsRead']> {
  const { memberId, id, at } = mark;
  const row = await published(trx, memberId).where('news.id', '=', BigInt(id)).executeTakeFirst();
  if (row === undefined) throw new Problem('not_found');
  await trx
    .insertInto('news_reads')
    .values({ member_id: memberId, news_id: row.id, read_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { unread: await countUnread(trx, memberId) };
}

function published(db: Db | Trx, memberId: string) {
  return db
    .selectFrom('news')
    .leftJoin('news_reads', (join) =>
      join.onRef('news_reads.news_id', '=', 'news.id').on('news_reads.member_id', '=', memberId),
    )
    .select(['news.id', 'news.texts', 'news.pinned', 'news.published_at', 'news_reads.read_at'])
    .where('news.published_at', 'is not', null)
    .where('news.retracted_at', 'is', null);
}

async function countUnread(db: Db | Trx, memberId: string): Promise<number> {
  const { unread } = await published(db, memberId)
    .clearSelect()
    .select((select) => select.fn.countAll<bigint>().as('unread'))
    .where('news_reads.read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(unread);
}

type Row = Awaited<ReturnType<ReturnType<typeof published>['executeTakeFirstOrThrow']>>;

function shownItem(
  { id, texts, pinned, published_at: at, read_at: read }: Row,
  { culture }: CallContext,
  figures: Readonly<Record<string, string>>,
): Schemas['NewsItem'] {
  if (at === null) throw new Error('a notice is shown that was never published');
  const title = fillFigures(texts[culture].title, figures);
  return { id: String(id), title, publishedAt: at.toISOString(), pinned, read: read !== null };
}
