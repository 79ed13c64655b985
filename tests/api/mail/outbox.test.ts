// The outbox page: the operator's mailbox of an installation on this machine, and nobody else's.
import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wipeMailSecrets } from '#server/entry/jobs/sweep.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { tokenLink } from '#server/platform/mail/links.ts';
import { enqueueMailTo, type MailSecret } from '#server/platform/mail/outbox.ts';
import type { MailKind } from '#server/platform/mail/kinds.ts';
import { sendMails } from '#server/platform/mail/send-mails.ts';
import { createMailer } from '#server/platform/mail/transport.ts';
import { requestTo } from '../support/call.ts';
import { createWorld, type World } from '../support/world.ts';

const ORIGIN = 'http://localhost:8080';

let world: World;
beforeAll(async () => void (world = await createWorld({ config: { outbox: true, publicOrigin: ORIGIN } })));
afterAll(() => world.close());

interface Asked {
  headers?: Record<string, string>;
  remoteAddress?: string;
}
const get = (url: string, { headers = {}, remoteAddress = '127.0.0.1' }: Asked = {}) =>
  world.app.inject({ url, remoteAddress, headers: { host: 'localhost:8080', ...headers } });
const documentOf = (html: string) => new JSDOM(html).window.document;

/** Puts a mail into the outbox; returns its id. */
async function mail(kind: MailKind, options: { username?: string; secret?: MailSecret } = {}): Promise<string> {
  const { username = 'mika', secret } = options;
  world.clock.advance(1);
  const to = { memberId: null, address: 'mika@mail.example', username, culture: 'en-US' as const };
  const order = {
    kind,
    to,
    device: 'Firefox, Linux',
    now: world.clock.now(),
    values: { minutes: '10', heldUntil: '-' },
    ...(secret === undefined ? {} : { secret }),
  };
  await inTransaction(world.db, (trx) => enqueueMailTo(trx, world.services, order));
  const row = await world.db.selectFrom('mails').select('id').orderBy('created_at', 'desc').executeTakeFirstOrThrow();
  return row.id;
}

const deliver = () => sendMails(world.db, { mailer: createMailer(world.services.config), clock: world.clock });
const code = (): MailSecret => ({ code: '482913', until: new Date(world.clock.now().getTime() + 600_000) });

describe('the list of mails', () => {
  it('says what it is for, and that there are none yet', async () => {
    const empty = await createWorld({ config: { outbox: true, publicOrigin: ORIGIN } });
    const page = documentOf((await empty.app.inject({ url: '/outbox', headers: { host: 'localhost' } })).body);
    expect(page.querySelector('h1')?.textContent).toBe('Outbox');
    expect(page.body.textContent).toContain('No mail server is configured');
    expect(page.body.textContent).toContain('There are no mails yet.');
    await empty.close();
  });

  it('has time, recipient and subject, newest first, and members’ text as plain text', async () => {
    await mail('twoFactorOn');
    const newest = await mail('newSignIn', { username: '<script>alert(1)</script>' });
    const answer = await get('/outbox');
    const rows = [...documentOf(answer.body).querySelectorAll('tbody tr')].map((row) =>
      [...row.querySelectorAll('td')].map((cell) => cell.textContent),
    );
    expect(rows.slice(0, 2)).toEqual([
      [
        world.clock.now().toISOString().slice(0, 19).replace('T', ' '),
        'mika@mail.example',
        'New sign-in to your Perch account',
      ],
      [expect.any(String), 'mika@mail.example', 'Two-factor authentication is on for your Perch account'],
    ]);
    expect(documentOf(answer.body).querySelector('tbody a')?.getAttribute('href')).toBe(`/outbox/${newest}`);
    expect(answer.body).not.toContain('<script>');
  });

  it('comes in pages of fifty', async () => {
    for (let count = 0; count < 60; count += 1) await mail('passwordChanged');
    const seen: string[] = [];
    let href: string | null = '/outbox';
    while (href !== null && seen.length < 1000) {
      const page: Document = documentOf((await get(href)).body);
      seen.push(...[...page.querySelectorAll('tbody a')].map((link) => link.getAttribute('href') ?? ''));
      href = [...page.querySelectorAll('a')].find((link) => link.textContent === 'Older')?.getAttribute('href') ?? null;
    }
    const { count } = await world.db
      .selectFrom('mails')
      .select((query) => query.fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    expect(seen).toHaveLength(Number(count));
    expect(new Set(seen).size).toBe(seen.length);
    expect((await get('/outbox?after=nonsense')).statusCode).toBe(200);
  });
});

describe('a mail', () => {
  it('is shown at once with its text, and as HTML in a frame in which no script can run', async () => {
    const id = await mail('signUpCode', { secret: code() });
    const answer = await get(`/outbox/${id}`);
    const page = documentOf(answer.body);
    expect(page.querySelector('h1')?.textContent).toBe('Your code to sign up with Perch');
    expect(page.querySelector('pre')?.textContent).toContain('\n482913\n');
    const frame = page.querySelector('iframe');
    expect(frame?.getAttribute('src')).toBe(`/outbox/${id}/html`);
    expect(frame?.getAttribute('sandbox')).not.toMatch(/allow-(scripts|same-origin|forms)/);
    expect(answer.headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self';.*frame-ancestors 'none'.*; frame-src 'self'$/,
    );
    const html = await get(`/outbox/${id}/html`);
    expect(documentOf(html.body).querySelector('.code')?.textContent).toBe('482913');
    expect(html.headers).toMatchObject({ 'x-frame-options': 'SAMEORIGIN', 'cache-control': 'no-store' });
    expect(html.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'unsafe-inline';.*frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox$/,
    );
  });

  it('has working links: in the text, and out of the frame', async () => {
    const link = tokenLink({ publicOrigin: ORIGIN }, { page: '/ChangeEmail2', token: 'ce+abc-_123', culture: 'ja-JP' });
    const id = await mail('changeEmailLink', { secret: { link, until: code().until } });
    const page = documentOf((await get(`/outbox/${id}`)).body);
    expect([...page.querySelectorAll('pre a')].map((anchor) => anchor.getAttribute('href'))).toEqual([
      link,
      `${ORIGIN}/Help?culture=en-US`,
    ]);
    const frame = documentOf((await get(`/outbox/${id}/html`)).body);
    expect(frame.querySelector('base')?.getAttribute('target')).toBe('_blank');
    expect([...frame.querySelectorAll('a')].map((anchor) => anchor.getAttribute('href'))).toEqual([
      link,
      link,
      `${ORIGIN}/Help?culture=en-US`,
    ]);
  });

  it('has its whole message once the job has rendered it', async () => {
    const id = await mail('passwordChanged');
    const shown = async () =>
      documentOf((await get(`/outbox/${id}`)).body).querySelector(`a[href="/outbox/${id}/message"]`);
    expect(await shown()).toBeNull();
    while ((await deliver()).taken > 0);
    expect(await shown()).not.toBeNull();
    const message = await get(`/outbox/${id}/message`);
    expect(message.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(message.body).toContain('Subject: Your Perch password was changed');
  });

  it('says so if its code was wiped', async () => {
    const id = await mail('signUpCode', { secret: code() });
    await deliver();
    world.clock.advance(601);
    await wipeMailSecrets(world.db, world.clock.now());
    for (const path of ['', '/html', '/message'])
      expect((await get(`/outbox/${id}${path}`)).body).not.toContain('482913');
    expect(documentOf((await get(`/outbox/${id}`)).body).body.textContent).toContain(
      'has run out, so what it said was wiped',
    );
  });

  it.each(['00000000-0000-4000-8000-000000000000', 'nonsense', '%00', "' OR 1=1", 'x'.repeat(500)])(
    'that does not exist is answered with a link back: %.40s',
    async (id) => {
      for (const path of ['', '/html', '/message']) {
        const answer = await get(`/outbox/${encodeURIComponent(id)}${path}`);
        expect(answer.statusCode).toBe(404);
        expect(documentOf(answer.body).querySelector('a')?.getAttribute('href')).toBe('/outbox');
      }
    },
  );
});

describe('the outbox', () => {
  const PATHS = async () => [
    '/outbox',
    '/outbox/outbox.css',
    `/outbox/${await mail('passwordChanged')}`,
    `/outbox/${await mail('passwordChanged')}/html`,
  ];

  it.each([
    ['from elsewhere', { remoteAddress: '192.168.1.7' }],
    ['from elsewhere, over IPv6', { remoteAddress: 'fe80::1' }],
    ['from elsewhere, mapped', { remoteAddress: '::ffff:10.0.0.1' }],
    ['under a foreign name (DNS rebinding)', { headers: { host: 'evil.example:8080' } }],
    ['under a name that only begins like this machine', { headers: { host: 'localhost.evil.example' } }],
    ['under an address that only begins like it', { headers: { host: '127.0.0.1.evil.example' } }],
    ['under a name that can not be read', { headers: { host: 'localhost:8080@evil.example' } }],
    ['through a proxy', { headers: { 'x-forwarded-for': '203.0.113.7' } }],
    ['through a proxy that says so otherwise', { headers: { forwarded: 'for=203.0.113.7' } }],
  ] satisfies [string, Asked][])('answers no request that comes %s', async (_how, asked) => {
    for (const path of await PATHS()) {
      const answer = await get(path, asked);
      expect(answer.statusCode, path).toBe(404);
      expect(answer.body, path).toBe('Not found\n');
    }
  });

  it.each([
    ['127.0.0.1', 'localhost:8080'],
    ['127.0.0.1', '127.0.0.1:8080'],
    ['::1', '[::1]:8080'],
    ['::ffff:127.0.0.1', 'localhost'],
  ])('answers this machine: %s as %s', async (remoteAddress, host) => {
    for (const path of await PATHS())
      expect((await get(path, { remoteAddress, headers: { host } })).statusCode).toBe(200);
  });

  it('exists only if the configuration allows it, and is not part of the API', async () => {
    const other = await createWorld({ on: world, config: { outbox: false } });
    for (const path of await PATHS())
      expect((await other.app.inject({ url: path, headers: { host: 'localhost' } })).statusCode).toBe(404);
    await other.close();
    expect((await get('/api/outbox')).statusCode).toBe(404);
    expect(
      (await world.app.inject({ method: 'POST', url: '/outbox', headers: { host: 'localhost' } })).statusCode,
    ).toBe(404);
  });

  it('leaves the policy of everything else as it is', async () => {
    const { headers } = await get(requestTo('getStatus').url);
    expect(headers['content-security-policy']).not.toContain('frame-src');
  });
});
