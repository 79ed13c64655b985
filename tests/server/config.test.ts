import { SUPPORT_EMAIL } from '#fixtures/support-email.ts';
import { describe, expect, it } from 'vitest';
import { readSettings } from '#server/entry/opening/settings.ts';
import { ConfigError } from '#server/platform/config/config-values.ts';

const read = (env: Record<string, string>) => readSettings(env, process.cwd());
const SECRET = 'a secret with more than thirty-two letters';

describe('the configuration', () => {
  it('needs nothing to be set', () => {
    expect(read({})).toMatchObject({
      host: 'localhost',
      port: 8080,
      publicOrigin: 'http://localhost:8080',
      dataDir: `${process.cwd()}/data`,
      databaseUrl: null,
      smtpUrl: null,
      supportEmail: 'support@localhost',
      ratesFeedUrl: null,
      apiOrigins: [],
      endpoints: { chartUrl: null, exchangeHubUrl: null, chatHubUrl: null },
      secureCookies: false,
      trustProxy: false,
      maxConnections: null,
      rateLimitScale: 1,
      demo: true,
      outbox: true,
      validateResponses: false,
    });
  });

  it('says if an unnamed proxy is in front of it, since all members would be one caller', () => {
    expect(read({ PUBLIC_ORIGIN: 'https://wallet.example' }).warnings).toEqual([
      expect.stringMatching(/^TRUST_PROXY is not set, though PUBLIC_ORIGIN is https .*share the limits of one caller/),
    ]);
    expect(read({ PUBLIC_ORIGIN: 'https://wallet.example', TRUST_PROXY: '10.0.0.2' }).warnings).toEqual([]);
    expect(read({}).warnings).toEqual([]);
    expect(read({ HOST: '10.0.0.5', PUBLIC_ORIGIN: 'http://10.0.0.5:8080' }).warnings).toEqual([]);
  });

  it('needs the address of support in production, and takes it as it is', () => {
    expect(() => read({ NODE_ENV: 'production' })).toThrow(/^SUPPORT_EMAIL is required in production/);
    expect(read({ NODE_ENV: 'production', SUPPORT_EMAIL: 'care+perch@club.example' }).supportEmail).toBe(
      'care+perch@club.example',
    );
    expect(read({ PUBLIC_ORIGIN: 'https://wallet.example' }).supportEmail).toBe(SUPPORT_EMAIL);
  });

  it.each(['support', 'a@b', 'Support <a@b.example>', 'a@b.example, c@d.example', '"><script>@b.example'])(
    'refuses %j as the address of support',
    (value) => {
      expect(() => read({ SUPPORT_EMAIL: value })).toThrow(/^SUPPORT_EMAIL must be one address/);
    },
  );

  it('treats a blank value as missing', () => {
    expect(read({ PORT: ' ', DATABASE_URL: '', DATA_DIR: '' })).toMatchObject({
      port: 8080,
      databaseUrl: null,
      demo: true,
    });
  });

  it.each([
    ['a database elsewhere', { DATABASE_URL: 'postgres://u:p@10.0.0.5:5432/perch', PERCH_SECRET: SECRET }],
    ['production', { NODE_ENV: 'production', SUPPORT_EMAIL: 'support@wallet.example' }],
    ['an address others reach', { HOST: '0.0.0.0', PUBLIC_ORIGIN: 'https://wallet.example' }],
    ['a name others reach', { HOST: 'wallet.example', PUBLIC_ORIGIN: 'https://wallet.example' }],
    ['a public origin that others reach, through a proxy', { PUBLIC_ORIGIN: 'https://wallet.example' }],
    ['a public origin in the network', { PUBLIC_ORIGIN: 'http://192.168.1.20:8080' }],
    ['a proxy whose headers are trusted', { TRUST_PROXY: 'loopback' }],
  ])('disables the demo club, the development chain and the outbox with %s', (_what, env) => {
    expect(read(env as Record<string, string>)).toMatchObject({
      demo: false,
      outbox: false,
      chain: { bitcoin: null, ethereum: null },
    });
  });

  it.each(['127.0.0.1', '127.1.2.3', '::1', 'localhost'])('allows it on %s', (HOST) => {
    expect(read({ HOST }).demo).toBe(true);
  });

  it.each([
    ['a database elsewhere', { DATABASE_URL: 'postgres://u:p@10.0.0.5:5432/perch', PERCH_SECRET: SECRET }],
    ['a mail server', { SMTP_URL: 'smtp://mail.example' }],
    ['production', { NODE_ENV: 'production', SUPPORT_EMAIL: 'support@wallet.example' }],
    ['an address others reach', { HOST: '0.0.0.0', PUBLIC_ORIGIN: 'https://wallet.example' }],
    ['a name others reach, through a proxy', { PUBLIC_ORIGIN: 'https://wallet.example' }],
  ])('shows no outbox with %s', (_what, env) => {
    expect(read(env as Record<string, string>).outbox).toBe(false);
  });

  it.each([
    { HOST: '127.0.0.1' },
    { HOST: '::1', PUBLIC_ORIGIN: 'http://[::1]:8080' },
    { PUBLIC_ORIGIN: 'http://127.0.0.1:9000' },
  ])('shows it with %o', (env) => {
    expect(read(env as Record<string, string>).outbox).toBe(true);
  });

  it('has a development chain if it has a demo club', () => {
    expect(read({}).chain).toMatchObject({ bitcoin: { rpcUrl: null }, ethereum: { rpcUrl: null } });
  });

  it('reads rates over https, or from this machine', () => {
    expect(read({ RATES_FEED_URL: 'https://rates.example/usd.json' }).ratesFeedUrl).toBe(
      'https://rates.example/usd.json',
    );
    expect(read({ RATES_FEED_URL: 'http://localhost:9000/' }).ratesFeedUrl).toBe('http://localhost:9000/');
  });

  it.each([
    [{ RATES_FEED_URL: 'http://rates.example/usd.json' }, 'RATES_FEED_URL'],
    [{ RATES_FEED_URL: 'file:///etc/rates' }, 'RATES_FEED_URL'],
    [{ PORT: 'http' }, 'PORT'],
    [{ PORT: '65536' }, 'PORT'],
    [{ PORT: '-1' }, 'PORT'],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV'],
    [{ DATABASE_URL: 'mysql://u:hunter2@db/perch', PERCH_SECRET: SECRET }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'not an address' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgres://u:hunter2@10.0.0.5/perch' }, 'PERCH_SECRET'],
    [{ DATABASE_URL: 'postgres://u:hunter2@db/perch', PERCH_SECRET: SECRET }, 'DATABASE_URL'],
    [{ PERCH_SECRET: 'short' }, 'PERCH_SECRET'],
    [{ SMTP_URL: 'mail.example' }, 'SMTP_URL'],
    [{ PUBLIC_ORIGIN: 'wallet.example' }, 'PUBLIC_ORIGIN'],
    [{ PUBLIC_ORIGIN: 'https://wallet.example/app' }, 'PUBLIC_ORIGIN'],
    [{ PUBLIC_ORIGIN: 'javascript:alert(1)' }, 'PUBLIC_ORIGIN'],
    [{ HOST: '0.0.0.0' }, 'PUBLIC_ORIGIN'],
    [{ API_ORIGINS: '*' }, 'API_ORIGINS'],
    [{ API_ORIGINS: 'https://a.example,b' }, 'API_ORIGINS'],
    ...['"', "'", '$', ';', '&', '$&', '`', '(', '!', '*', '_', '~'].flatMap((sign): [object, string][] => [
      [{ PUBLIC_ORIGIN: `https://wallet${sign}.example` }, 'PUBLIC_ORIGIN'],
      [{ API_ORIGINS: `https://a.example,https://b${sign}c.example` }, 'API_ORIGINS'],
    ]),
    ...['CHART_URL', 'EXCHANGE_HUB_URL', 'CHAT_HUB_URL'].flatMap((name) =>
      [
        'live.example',
        'ftp://live.example/api',
        'https://other.example/api',
        'https://live.example.evil.example/api',
        'https://user@live.example/api',
        'https://live.example/api?key=1',
        'https://live.example/api#part',
      ].map((address): [object, string] => [{ API_ORIGINS: 'https://live.example', [name]: address }, name]),
    ),
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY'],
    [{ RATE_LIMIT_SCALE: '0' }, 'RATE_LIMIT_SCALE'],
    [{ MAX_CONNECTIONS: '0' }, 'MAX_CONNECTIONS'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ MAIL_FROM: 'a@b.example\r\nBcc: c@d.example' }, 'MAIL_FROM'],
  ])('refuses %o with one line that names %s', (env, name) => {
    const attempt = () => read(env as Record<string, string>);
    expect(attempt).toThrow(ConfigError);
    expect(attempt).toThrow(new RegExp(`^${name} `));
    expect(attempt).not.toThrow(/hunter2|\n/);
  });

  it.each([
    'https://wallet.example',
    'https://a-b.c9.example:8443',
    'https://xn--wgv71a.example',
    'http://localhost:8080',
    'http://127.0.0.1:9000',
    'http://[::1]:8080',
    'https://[2001:db8::1]',
  ])('accepts the origin %s', (origin) => {
    const env = { PUBLIC_ORIGIN: origin, API_ORIGINS: origin };
    expect(read(env)).toMatchObject({ publicOrigin: origin, apiOrigins: [origin] });
  });

  it('accepts endpoints on its own origin and on those that are allowed', () => {
    expect(
      read({
        PUBLIC_ORIGIN: 'https://wallet.example',
        API_ORIGINS: 'https://live.example',
        CHART_URL: 'https://wallet.example/charts/',
        EXCHANGE_HUB_URL: 'https://live.example/api',
        CHAT_HUB_URL: 'https://live.example/api/',
      }).endpoints,
    ).toEqual({
      chartUrl: 'https://wallet.example/charts',
      exchangeHubUrl: 'https://live.example/api',
      chatHubUrl: 'https://live.example/api',
    });
  });

  it('reads lists of origins and marks cookies secure on https', () => {
    expect(
      read({ API_ORIGINS: 'https://a.example, https://b.example:8443', PUBLIC_ORIGIN: 'https://wallet.example/' }),
    ).toMatchObject({
      apiOrigins: ['https://a.example', 'https://b.example:8443'],
      publicOrigin: 'https://wallet.example',
      secureCookies: true,
    });
  });
});
