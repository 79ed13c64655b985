// Texts and notices from the command line.
import { SLUGS, versionInForce, type Slug } from '#server/domain/contents/contents.ts';
import { figuresFor } from '#server/domain/contents/figures.ts';
import { addNews, publishNews, retractNews } from '#server/domain/contents/publish-news.ts';
import { isSlug, setContent } from '#server/domain/contents/set-content.ts';
import { readNewsSource, readSource } from '#server/domain/contents/source.ts';
import { storedRulesAt } from '#server/domain/rules/rules.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { inTransaction, type Trx } from '#server/platform/db/kysely.ts';
import { CULTURES, type Culture } from '#openapi/cultures.ts';
import { readArguments, type CommandLine, type Commands } from './command.ts';
import { Refused, WrongUsage } from './errors.ts';
import { readTextFile } from './file.ts';
import { nearestName } from '#server/platform/system/nearest.ts';

/** Printed by `--help`; they can be copied into a file as they are. */
const NEWS_EXAMPLE = [
  '=== en-US ===',
  '# Maintenance on Sunday',
  'Perch is closed from **02:00 to 03:00 UTC**.',
  '=== ja-JP ===',
  '# 日曜日のメンテナンスについて',
  '**2:00～3:00（UTC）** はご利用いただけません。',
  '=== zh-CN ===',
  '# 周日维护',
  'Perch 将于 **02:00 至 03:00（UTC）** 暂停服务。',
];
const CONTENT_EXAMPLE = [
  '# Terms of use',
  '',
  '## Fees {#fees}',
  '',
  'A withdrawal costs {withdrawalFee}. More in the [questions](/Faq).',
];

export const contentCommands: Commands = {
  'news list': { usage: 'news list', help: 'all notices', empty: 'There is no notice yet.', run: listNewsItems },
  'news add': {
    usage: 'news add FILE [--pinned]',
    help: 'add a notice, in all languages; no one sees it yet',
    more: [
      'FILE is text in UTF-8 with the three languages, each below a line of its own; the first line of each text is its title. For example:',
      '',
      ...NEWS_EXAMPLE,
    ],
    run: addNewsItem,
  },
  'news publish': { usage: 'news publish ID', help: 'show a notice to members', run: publishNewsItem },
  'news retract': { usage: 'news retract ID', help: 'withdraw a notice', run: retractNewsItem },
  'contents show': {
    usage: 'contents show SLUG [--culture C]',
    help: 'a text of the club, and its versions',
    run: showContentText,
  },
  'contents set': {
    usage: 'contents set SLUG --culture C FILE',
    help: 'set one language of the next version of a text',
    more: [
      `SLUG is one of ${SLUGS.join(', ')}; C one of ${CULTURES.join(', ')}.`,
      'FILE is Markdown in UTF-8; its first line is the title. Names of figures from the rules are written in braces. For example:',
      '',
      ...CONTENT_EXAMPLE,
    ],
    run: setContentText,
  },
};

/** A text in one language, by default the first, with its versions. */
async function showContentText({ services, args }: CommandLine): Promise<string[]> {
  const {
    words: [name = ''],
    valued,
  } = readArguments(args, { words: [1, 1], valued: ['--culture'] });
  const slug = slugOf(name);
  const culture = cultureOf(valued.get('--culture') ?? CULTURES[0] ?? '');
  const { db, clock } = services;
  const { values } = await storedRulesAt(db, clock.now());
  const inForce = await versionInForce(db, slug, values);
  const versions = await db
    .selectFrom('content_versions')
    .select(['version', 'effective_from'])
    .where('slug', '=', slug)
    .orderBy('version')
    .execute();
  const texts = await db
    .selectFrom('content_texts')
    .select(['version', 'culture', 'title', 'body'])
    .where('slug', '=', slug)
    .execute();
  const lines = versions.map(({ version, effective_from: from }) => {
    const there = CULTURES.filter((known) => texts.some((text) => text.version === version && text.culture === known));
    const state =
      from === null
        ? `has ${there.join(', ')}; not in force`
        : version === inForce?.version
          ? `in force since ${from.toISOString()}`
          : `complete since ${from.toISOString()}`;
    return `${slug} version ${version}: ${state}`;
  });
  const shown = texts.find((text) => text.version === inForce?.version && text.culture === culture);
  return shown === undefined ? lines : [...lines, '', `# ${shown.title}`, '', shown.body];
}

/** Sets one language of the next version; the last language puts it into force. */
async function setContentText(asked: CommandLine): Promise<string[]> {
  const { services, operator, call, args } = asked;
  const {
    words: [name = '', file = ''],
    valued,
  } = readArguments(args, { words: [2, 2], valued: ['--culture'] });
  const given = valued.get('--culture');
  if (given === undefined) throw new WrongUsage('--culture is missing');
  const [slug, culture] = [slugOf(name), cultureOf(given)];
  const at = services.clock.now();
  const rules = (await storedRulesAt(services.db, at)).values;
  const text = readSource(await readTextFile(asked, file), figuresFor(services, rules));
  return inTransaction(services.db, async (trx) => {
    const before = await versionInForce(trx, slug, rules);
    const { version, missing } = await setContent(trx, { slug, culture, text, at, by: operator });
    await audit(trx, { kind: 'content_set', at, memberId: null, call, details: { operator, slug, version, culture } });
    if (missing.length > 0)
      return [
        `${slug} version ${version} waits for ${missing.join(' and ')}; version ${before?.version ?? 'none'} stays in force until then`,
      ];
    if (slug === 'risk' && version > rules.riskVersion)
      return [
        `risk version ${version} is complete; it takes effect with: rules set riskVersion=${version} --from MOMENT`,
      ];
    return [`${slug} version ${version} is in force from ${at.toISOString()}`];
  });
}

/** All notices, newest first. */
async function listNewsItems({ services, args }: CommandLine): Promise<string[]> {
  readArguments(args, { words: [0, 0] });
  const rows = await services.db.selectFrom('news').selectAll().orderBy('id', 'desc').execute();
  return rows.map((row) => {
    const state =
      row.published_at === null
        ? 'draft'
        : row.retracted_at === null
          ? `published ${row.published_at.toISOString()}`
          : `taken back ${row.retracted_at.toISOString()}`;
    return [String(row.id), state, ...(row.pinned ? ['pinned'] : []), row.texts['en-US'].title].join('  ');
  });
}

/** Adds a notice that nobody sees yet. */
async function addNewsItem(asked: CommandLine): Promise<string[]> {
  const { services, operator, call, args } = asked;
  const {
    words: [file = ''],
    plain,
  } = readArguments(args, { words: [1, 1], plain: ['--pinned'] });
  const at = services.clock.now();
  const texts = readNewsSource(
    await readTextFile(asked, file),
    figuresFor(services, (await storedRulesAt(services.db, at)).values),
  );
  return inTransaction(services.db, async (trx) => {
    const id = await addNews(trx, { texts, pinned: plain.has('--pinned'), at });
    await audit(trx, { kind: 'news_added', at, memberId: null, call, details: { operator, newsId: String(id) } });
    return [`notice ${id} is added; members see it after: news publish ${id}`];
  });
}

/** Shows a notice to members. */
function publishNewsItem(asked: CommandLine): Promise<string[]> {
  return onNews(asked, { kind: 'news_published', done: 'is published', step: publishNews });
}

/** Withdraws a notice. */
function retractNewsItem(asked: CommandLine): Promise<string[]> {
  return onNews(asked, { kind: 'news_retracted', done: 'is withdrawn', step: retractNews });
}

interface NewsStep {
  kind: 'news_published' | 'news_retracted';
  done: string;
  step: (trx: Trx, news: { id: bigint; at: Date }) => Promise<void>;
}

async function onNews(
  { services, operator, call, args }: CommandLine,
  { kind, done, step }: NewsStep,
): Promise<string[]> {
  const {
    words: [number = ''],
  } = readArguments(args, { words: [1, 1] });
  if (!/^[1-9]\d{0,14}$/.test(number)) throw new Refused(`${JSON.stringify(number)} is not the number of a notice`);
  const at = services.clock.now();
  await inTransaction(services.db, async (trx) => {
    await step(trx, { id: BigInt(number), at });
    await audit(trx, { kind, at, memberId: null, call, details: { operator, newsId: number } });
  });
  return [`notice ${number} ${done}`];
}

function slugOf(name: string): Slug {
  if (isSlug(name)) return name;
  const meant = nearestName(name, SLUGS);
  throw new Refused(
    `there is no text ${JSON.stringify(name)}${meant === null ? `; there are ${SLUGS.join(', ')}` : `; did you mean ${meant}?`}`,
  );
}

function cultureOf(name: string): Culture {
  const found = CULTURES.find((culture) => culture === name);
  if (found === undefined)
    throw new Refused(`there is no language ${JSON.stringify(name)}; there are ${CULTURES.join(', ')}`);
  return found;
}
