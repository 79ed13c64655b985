// The operator's commands for texts, notices and inquiries: each act is recorded by name, and a mistake has no effect.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import type { RequestOf } from '../support/call.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
const folder = mkdtempSync(join(tmpdir(), 'perch-texts-'));
beforeAll(async () => void (world = await createWorld()));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await world.close();
});

const run = (...args: string[]) => outcomeOf(world.services, { args, operator: 'olga', folder });
const file = (name: string, text: string | Buffer) => {
  writeFileSync(join(folder, name), text);
  return name;
};
const acts = async () =>
  (await world.db.selectFrom('audit_events').select(['kind', 'details']).orderBy('id').execute()).filter(
    ({ details }) => details.operator === 'olga',
  );
const title = async (slug: RequestOf<'getContent'>['path']['slug'], culture: string) =>
  (await world.browser().call('getContent', { path: { slug }, culture })).body;

const NOTICE =
  '=== en-US ===\n# Open house\nCome **in**.\n=== ja-JP ===\n# 公開日\nどうぞ。\n=== zh-CN ===\n# 开放日\n欢迎。';

async function member() {
  const one = await world.member({ culture: 'ja-JP' });
  const browser = world.browser();
  const { accessToken: token } = await browser.session(one);
  return {
    one,
    call: browser.as((method) => ({ token, key: method === 'POST' ? randomUUID() : undefined })).call,
  };
}

describe('a text', () => {
  it('comes into force with its last language, and its versions are kept', async () => {
    file('en.md', '# New terms\n\n## Fees {#fees}\n\nThe fee is {withdrawalFee}.');
    file('ja.md', '# 新しい規約\n\n## 手数料 {#fees}\n\n手数料は {withdrawalFee} です。');
    file('zh.md', '# 新条款\n\n## 手续费 {#fees}\n\n手续费为 {withdrawalFee}。');
    file('other.md', '# 新条款\n\n## 手续费 {#other}\n\n手续费。');
    expect(await run('contents', 'set', 'terms', '--culture', 'en-US', 'en.md')).toEqual({
      code: 0,
      text: 'terms version 2 waits for ja-JP and zh-CN; version 1 stays in force until then',
    });
    expect((await title('terms', 'en-US')).version).toBe(1);
    expect((await run('contents', 'show', 'terms')).text).toContain('terms version 2: has en-US; not in force');
    expect((await run('contents', 'set', 'terms', '--culture', 'ja-JP', 'ja.md')).text).toBe(
      'terms version 2 waits for zh-CN; version 1 stays in force until then',
    );
    expect(await run('contents', 'set', 'terms', '--culture', 'zh-CN', 'other.md')).toMatchObject({
      code: 1,
      text: expect.stringContaining('have different ids'),
    });
    expect((await title('terms', 'zh-CN')).version).toBe(1);
    expect(await run('contents', 'set', 'terms', '--culture', 'zh-CN', 'zh.md')).toMatchObject({
      code: 0,
      text: expect.stringContaining('terms version 2 is in force from'),
    });
    expect(await title('terms', 'zh-CN')).toMatchObject({
      version: 2,
      title: '新条款',
      body: [{ id: 'fees' }, { content: [{ text: '手续费为 10.00%。' }] }],
    });
    expect((await run('contents', 'show', 'terms', '--culture', 'ja-JP')).text).toContain('# 新しい規約');
    expect(
      await world.db
        .selectFrom('content_texts')
        .select('title')
        .where('slug', '=', 'terms')
        .where('version', '=', 1)
        .execute(),
    ).toHaveLength(3);
    expect((await acts()).map(({ kind, details }) => [kind, details.culture])).toEqual([
      ['content_set', 'en-US'],
      ['content_set', 'ja-JP'],
      ['content_set', 'zh-CN'],
    ]);
  });

  it('about risks comes into force by the rule that names its version', async () => {
    file('risk.md', '# Risks\n\nYou can lose all.');
    for (const culture of ['en-US', 'ja-JP']) await run('contents', 'set', 'risk', '--culture', culture, 'risk.md');
    expect((await run('contents', 'set', 'risk', '--culture', 'zh-CN', 'risk.md')).text).toContain(
      'rules set riskVersion=2 --from MOMENT',
    );
    expect((await title('risk', 'en-US')).version).toBe(1);
    const from = new Date(world.clock.now().getTime() + 1000).toISOString();
    expect((await run('rules', 'set', 'riskVersion=2', '--from', from)).code).toBe(0);
    world.clock.advance(1);
    expect((await title('risk', 'en-US')).version).toBe(2);
  });
});

describe('a notice', () => {
  it('is added, published and withdrawn', async () => {
    const { call } = await member();
    file('open.md', NOTICE);
    const added = await run('news', 'add', 'open.md', '--pinned');
    const [, id = ''] = /notice (\d+) is added/.exec(added.text) ?? [];
    expect((await run('news', 'list')).text).toContain(`${id}  draft  pinned  Open house`);
    expect((await call('getNews', { path: { id } })).status).toBe(404);
    expect(await run('news', 'publish', id)).toEqual({ code: 0, text: `notice ${id} is published` });
    expect((await call('getNews', { path: { id } })).body).toMatchObject({ title: 'Open house', pinned: true });
    expect(await run('news', 'publish', id)).toMatchObject({
      code: 1,
      text: expect.stringContaining('was published on'),
    });
    expect(await run('news', 'retract', id)).toEqual({ code: 0, text: `notice ${id} is withdrawn` });
    expect((await call('getNews', { path: { id } })).status).toBe(404);
    expect(await run('news', 'retract', id)).toMatchObject({
      code: 1,
      text: expect.stringContaining('was withdrawn on'),
    });
    expect((await acts()).slice(-3).map(({ kind, details }) => [kind, details.newsId])).toEqual([
      ['news_added', id],
      ['news_published', id],
      ['news_retracted', id],
    ]);
  });
});

describe('an inquiry', () => {
  it('is listed, read, answered and closed', async () => {
    const { one, call } = await member();
    const { ticket } = (
      await call('createInquiry', { body: { category: 'security', text: 'Who was that?\nIn Osaka' } })
    ).body;
    expect((await run('inquiries', 'list')).text).toMatch(
      new RegExp(`^${ticket}  open .* security  ${one.username}  ja-JP$`, 'm'),
    );
    expect((await run('inquiries', 'show', ticket.toLowerCase())).text).toContain('  Who was that?\n  In Osaka');
    expect(await run('inquiries', 'answer', ticket, file('answer.txt', ' It was you.\r\nLook. '))).toEqual({
      code: 0,
      text: `${ticket} is answered; the member is shown it under the bell, and notified by email unless they chose otherwise`,
    });
    expect((await call('getInquiry', { path: { id: ticket } })).body).toMatchObject({
      status: 'answered',
      messages: [{ from: 'member' }, { from: 'support', text: 'It was you.\nLook.' }],
    });
    expect((await world.mailsOf(one)).map(({ kind }) => kind)).toContain('inquiryAnswered');
    expect((await run('inquiries', 'list')).text).not.toContain(ticket);
    expect((await run('inquiries', 'list', '--all')).text).toContain(`${ticket}  answered`);
    expect(await run('inquiries', 'close', ticket)).toEqual({ code: 0, text: `${ticket} is closed` });
    expect(await run('inquiries', 'close', ticket)).toEqual({ code: 1, text: `inquiry ${ticket} is closed` });
    expect(await run('inquiries', 'answer', ticket, 'answer.txt')).toEqual({
      code: 1,
      text: `inquiry ${ticket} is closed`,
    });
    expect((await acts()).slice(-3).map(({ kind }) => kind)).toEqual([
      'inquiry_read',
      'inquiry_answered',
      'inquiry_closed',
    ]);
  });

  it('that was never answered is closed only with --yes', async () => {
    const { call } = await member();
    const send = async () =>
      (await call('createInquiry', { body: { category: 'other', text: 'Is anybody there?' } })).body.ticket as string;
    const status = async (ticket: string) => (await call('getInquiry', { path: { id: ticket } })).body.status;
    const [spam, answered] = [await send(), await send()];
    expect(await run('inquiries', 'close', spam)).toEqual({
      code: 1,
      text: `inquiry ${spam} was never answered, and the member is not notified that it is closed; answer it first, or close it with --yes`,
    });
    expect(await status(spam)).toBe('open');
    expect(await run('inquiries', 'close', spam, '--yes')).toEqual({ code: 0, text: `${spam} is closed` });
    expect(await status(spam)).toBe('closed');
    expect(await run('inquiries', 'close', spam)).toEqual({ code: 1, text: `inquiry ${spam} is closed` });
    // Thanks for an answer need none.
    await run('inquiries', 'answer', answered, file('here.txt', 'We are here.'));
    await call('addInquiryMessage', { path: { id: answered }, body: { text: 'Thank you' } });
    expect(await run('inquiries', 'close', answered)).toEqual({ code: 0, text: `${answered} is closed` });
  });
});

it.each([
  [['contents', 'show', 'imprint'], 1],
  [['contents', 'show', 'terms', '--culture', 'fr-FR'], 1],
  [['contents', 'show'], 2],
  [['contents', 'set', 'term', '--culture', 'en-US', 'fine.md'], 1],
  [['contents', 'set', 'terms', '--culture', 'fr-FR', 'fine.md'], 1],
  [['contents', 'set', 'terms', 'fine.md'], 2],
  [['contents', 'set', 'terms', '--culture', 'en-US'], 2],
  [['contents', 'set', 'terms', '--culture', 'en-US', 'nowhere.md'], 1],
  [['contents', 'set', 'terms', '--culture', 'en-US', '.'], 1],
  [['contents', 'set', 'terms', '--culture', 'en-US', 'bytes.md'], 1],
  [['contents', 'set', 'terms', '--culture', 'en-US', 'large.md'], 1],
  [['contents', 'set', 'terms', '--culture', 'en-US', 'script.md'], 1],
  [['contents', 'set', 'terms', '--culture', 'en-US', 'figure.md'], 1],
  [['news', 'add', 'fine.md'], 1],
  [['news', 'add', 'script-news.md'], 1],
  [['news', 'add'], 2],
  [['news', 'publish', '999'], 1],
  [['news', 'publish', 'first'], 1],
  [['news', 'retract', '0'], 1],
  [['news', 'list', 'all'], 2],
  [['inquiries', 'show', 'Q-0000-0000'], 1],
  [['inquiries', 'answer', 'Q-0000-0000', 'fine.md'], 1],
  [['inquiries', 'answer', 'Q-0000-0000', 'empty.md'], 1],
  [['inquiries', 'answer', 'Q-0000-0000'], 2],
  [['inquiries', 'close', 'nothing'], 1],
])('%j changes nothing', async (args, code) => {
  file('fine.md', '# Fine\n\nText.');
  file('bytes.md', Buffer.from([0xff, 0xfe, 0x00]));
  file('large.md', `# Large\n\n${'x'.repeat(600_000)}`);
  file('script.md', '# Script\n\n<script>alert(1)</script>');
  file('figure.md', '# Figure\n\nIt is {fee}.');
  file('script-news.md', NOTICE.replace('Come', '<img src=x> Come'));
  file('empty.md', ' \n');
  const state = async () => ({
    acts: await acts(),
    texts: await world.db
      .selectFrom('content_texts')
      .selectAll()
      .orderBy('slug')
      .orderBy('version')
      .orderBy('culture')
      .execute(),
    news: await world.db.selectFrom('news').selectAll().orderBy('id').execute(),
    inquiries: await world.db.selectFrom('inquiries').selectAll().execute(),
  });
  const before = await state();
  expect(await run(...args)).toMatchObject({ code, text: expect.stringMatching(/./) });
  expect(await state()).toEqual(before);
});
