// The texts that come with the product: the first version of each, and the first notice.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { storedRulesAt } from '#server/domain/rules/rules.ts';
import type { Services } from '#server/domain/services/services.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { CULTURES } from '#openapi/cultures.ts';
import { SLUGS } from './contents.ts';
import { figuresFor } from './figures.ts';
import { addNews, publishNews } from './publish-news.ts';
import { setContent } from './set-content.ts';
import { readNewsSource, readSource } from './source.ts';

const FOLDER = 'server/domain/contents/initial';

/**
 * Puts the first version of every text, and the first notice, into a database that has none. Texts that operators have
 * set since are left alone. All of it happens or nothing does.
 */
export async function installContents(services: Pick<Services, 'db' | 'clock' | 'config' | 'chain'>): Promise<void> {
  const { db, clock, config } = services;
  const there = await db.selectFrom('content_versions').select('slug').limit(1).executeTakeFirst();
  if (there !== undefined) return;
  const at = clock.now();
  const figures = figuresFor(services, (await storedRulesAt(db, at)).values);
  const read = (file: string) => readFile(join(config.root, FOLDER, file), 'utf8');
  const texts = await Promise.all(
    SLUGS.flatMap((slug) =>
      CULTURES.map(async (culture) => ({
        slug,
        culture,
        text: readSource(await read(`${culture}/${slug}.md`), figures),
      })),
    ),
  );
  const welcome = readNewsSource(await read('welcome.md'), figures);
  await inTransaction(db, async (trx) => {
    // Another process may have been faster.
    await trx.selectFrom('club_state').select('only_row').forUpdate().executeTakeFirstOrThrow();
    if ((await trx.selectFrom('content_versions').select('slug').limit(1).executeTakeFirst()) !== undefined) return;
    for (const text of texts) await setContent(trx, { ...text, at, by: null });
    const id = await addNews(trx, { texts: welcome, pinned: true, at });
    await publishNews(trx, { id, at });
  });
}
