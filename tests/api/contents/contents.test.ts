// Texts and notices as members and newcomers receive them.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CULTURES } from '#openapi/cultures.ts';
import { installContents } from '#server/domain/contents/install.ts';
import { addNews, publishNews, retractNews } from '#server/domain/contents/publish-news.ts';
import { setContent } from '#server/domain/contents/set-content.ts';
import { addRules } from '#server/domain/rules/add-rules.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const SLUGS = ['faq', 'terms', 'privacy', 'risk', 'identity'] as const;
const idsOf = (body: { type: string; id?: string }[]) =>
  body.flatMap(({ type, id }) => (type === 'heading' ? [id] : []));

async function reader() {
  const member = await world.member();
  const browser = world.browser();
  const { accessToken: token } = await browser.session(member);
  return {
    call: browser.as({ token }).call,
    mark: (id: string, key: string = randomUUID()) => browser.call('readNews', { path: { id }, token, key }),
  };
}

async function notice(title: string, pinned = false): Promise<string> {
  world.clock.advance(1);
  const at = world.clock.now();
  const text = { title, body: 'A minimum of {minimumDeposit}.' };
  return inTransaction(world.db, async (trx) => {
    const id = await addNews(trx, {
      texts: { 'en-US': text, 'ja-JP': { ...text, title: `${title} ja` }, 'zh-CN': text },
      pinned,
      at,
    });
    await publishNews(trx, { id, at });
    return String(id);
  });
}

describe('the texts of the club', () => {
  it.each(SLUGS)('%s is open to everybody, in every language, with the same headings and all figures', async (slug) => {
    const answers = await Promise.all(
      CULTURES.map((culture) => world.browser().call('getContent', { path: { slug }, culture })),
    );
    expect(answers.map(({ status, body }) => [status, body.version])).toEqual(CULTURES.map(() => [200, 1]));
    expect(new Set(answers.map(({ body }) => body.title)).size).toBe(3);
    expect(new Set(answers.map(({ body }) => idsOf(body.body).join())).size).toBe(1);
    for (const { body } of answers) expect(JSON.stringify(body.body)).not.toMatch(/\{[A-Za-z#]|undefined|NaN/);
  });

  it('have at least twenty questions', async () => {
    const { body } = await world.browser().call('getContent', { path: { slug: 'faq' } });
    expect(
      body.body.filter(({ type, level }: { type: string; level?: number }) => type === 'heading' && level === 3).length,
    ).toBeGreaterThanOrEqual(20);
  });

  it('name the figures of the rules in force', async () => {
    expect(JSON.stringify((await world.browser().call('getContent', { path: { slug: 'terms' } })).body)).toContain(
      'The fee is 10.00% of the amount',
    );
    const now = world.clock.now();
    const from = new Date(now.getTime() + 60_000);
    await addRules(world.db, {
      changes: { withdrawalFeeRate: '0.125', minimumDepositUsd: '1500' },
      effectiveFrom: from,
      now,
      record: async () => undefined,
    });
    expect(JSON.stringify((await world.browser().call('getContent', { path: { slug: 'terms' } })).body)).toContain(
      'The fee is 10.00% of the amount',
    );
    world.clock.advance(60);
    const text = JSON.stringify((await world.browser().call('getContent', { path: { slug: 'terms' } })).body);
    expect(text).toContain('The fee is 12.50% of the amount');
    expect(text).toContain('The minimum is 1,500.00 USD');
  });

  it('are installed once', async () => {
    await installContents(world.services);
    expect(await world.db.selectFrom('content_versions').select('slug').execute()).toHaveLength(SLUGS.length);
    expect(await world.db.selectFrom('news').select('id').execute()).toHaveLength(1);
  });

  it('are refused under an unknown name', async () => {
    expect(await world.browser().callUnchecked('getContent', { path: { slug: 'imprint' } })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', errors: { slug: [expect.any(String)] } },
    });
  });

  it('that are in force cannot be changed by anybody', async () => {
    for (const change of [
      world.db.updateTable('content_texts').set({ title: 'x' }),
      world.db.deleteFrom('content_texts'),
      world.db.updateTable('content_versions').set({ effective_from: null }),
      world.db.deleteFrom('content_versions'),
    ]) {
      await expect(change.execute()).rejects.toThrow(/append-only/);
    }
  });

  it('have figures in their titles too', async () => {
    const at = world.clock.now();
    await inTransaction(world.db, async (trx) => {
      for (const culture of CULTURES)
        await setContent(trx, {
          slug: 'identity',
          culture,
          text: { title: 'Papers above {minimumDeposit}', body: 'Text' },
          at,
          by: 'olga',
        });
    });
    expect((await world.browser().call('getContent', { path: { slug: 'identity' } })).body.title).toBe(
      'Papers above 1,500.00 USD',
    );
  });
});

describe('notices', () => {
  it('are listed with pinned ones first, then the newest, page by page, in the language of the call', async () => {
    const { call } = await reader();
    const ids: string[] = [];
    for (let number = 1; number <= 21; number += 1) ids.unshift(await notice(`Notice ${number}`));
    const pinned = await notice('Pinned', true);
    const first = (await call('listNews', { culture: 'ja-JP' })).body;
    expect(first.items[0]).toMatchObject({ id: pinned, title: 'Pinned ja', pinned: true, read: false });
    expect(first.items).toHaveLength(20);
    const second = (await call('listNews', { query: { cursor: first.nextCursor } })).body;
    const all = [...first.items, ...second.items].map(({ id }: { id: string }) => id);
    expect(all).toEqual([pinned, '1', ...ids]);
    expect(second).toMatchObject({ nextCursor: null, unread: 23 });
    expect((await call('listNews', { query: { cursor: 'bm8' } })).body).toMatchObject({ code: 'invalid_request' });
    expect(
      (await call('listNews', { query: { cursor: Buffer.from('999999').toString('base64url') } })).body,
    ).toMatchObject({
      code: 'invalid_request',
    });
  });

  it('are read by one member and not by another', async () => {
    const [one, other] = [await reader(), await reader()];
    const id = await notice('Rules change');
    const before = (await one.call('listNews')).body.unread;
    expect((await one.call('getNews', { path: { id } })).body).toMatchObject({
      read: false,
      body: [{ type: 'paragraph', content: [{ type: 'text', text: 'A minimum of 1,500.00 USD.' }] }],
    });
    expect(await one.mark(id)).toMatchObject({ status: 200, body: { unread: before - 1 } });
    expect(await one.mark(id)).toMatchObject({ status: 200, body: { unread: before - 1 } });
    expect((await one.call('getNews', { path: { id } })).body.read).toBe(true);
    expect((await other.call('getNews', { path: { id } })).body.read).toBe(false);
  });

  it('have the figures of the rules in their titles and in code, listed and opened', async () => {
    const { call } = await reader();
    const at = world.clock.now();
    const text = { title: 'From {minimumDeposit}', body: 'Send `{minimumDeposit}`.' };
    const id = await inTransaction(world.db, async (trx) => {
      const added = await addNews(trx, { texts: { 'en-US': text, 'ja-JP': text, 'zh-CN': text }, pinned: true, at });
      await publishNews(trx, { id: added, at });
      return String(added);
    });
    const { items } = (await call('listNews')).body;
    const listed = items.find((each: { id: string }) => each.id === id);
    expect(listed.title).toBe('From 1,500.00 USD');
    expect((await call('getNews', { path: { id } })).body).toMatchObject({
      title: 'From 1,500.00 USD',
      body: [{ content: [{ text: 'Send ' }, { type: 'code', text: '1,500.00 USD' }, { text: '.' }] }],
    });
  });

  it('are missing before they are published and after they were withdrawn', async () => {
    const { call, mark } = await reader();
    const at = world.clock.now();
    const text = { title: 'Draft', body: 'x' };
    const draft = await inTransaction(world.db, (trx) =>
      addNews(trx, { texts: { 'en-US': text, 'ja-JP': text, 'zh-CN': text }, pinned: false, at }),
    );
    const gone = await notice('Gone');
    await inTransaction(world.db, (trx) => retractNews(trx, { id: BigInt(gone), at: world.clock.now() }));
    for (const id of [String(draft), gone, '999999']) {
      expect((await call('getNews', { path: { id } })).body.code).toBe('not_found');
      expect((await mark(id)).body.code).toBe('not_found');
      expect((await call('listNews')).body.items.map((item: { id: string }) => item.id)).not.toContain(id);
    }
    expect((await call('getNews', { path: { id: 'x' } })).body.code).toBe('invalid_request');
  });

  it('are for members', async () => {
    const { call } = world.browser();
    expect((await call('listNews')).body.code).toBe('session_ended');
    expect((await call('getNews', { path: { id: '1' } })).body.code).toBe('session_ended');
    expect((await call('readNews', { path: { id: '1' } })).body.code).toBe('session_ended');
  });

  it('are marked once per key', async () => {
    const { mark } = await reader();
    const key = randomUUID();
    await mark('1', key);
    expect((await mark('1', key)).headers['idempotency-replayed']).toBe('true');
    expect((await mark(await notice('Another'), key)).body.code).toBe('idempotency_key_reused');
  });
});
