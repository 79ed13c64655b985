// Links to other machines: encrypted and certified, or within private networks, or unencrypted by the operator's
// explicit choice.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '#server/platform/config/config-values.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { isPrivateHost } from '#server/platform/config/hosts.ts';
import { LINKS, plainLinkWarnings, readLink, type LinkName } from '#server/platform/config/links.ts';

/** The operator's reference: its page and the pages that belong to it. */
const OPERATING = ['operating.md', 'operating/backups.md', 'operating/watching.md']
  .map((page) => readFileSync(`docs/${page}`, 'utf8'))
  .join('\n');

const names = Object.keys(LINKS) as LinkName[];
/** A URL without TLS for each type of link. */
const plainAt: Record<LinkName, (host: string) => string> = {
  DATABASE_URL: (host) => `postgres://perch:hunter2@${host}:5432/perch`,
  MIGRATE_DATABASE_URL: (host) => `postgres://owner:hunter2@${host}:5432/perch`,
  SMTP_URL: (host) => `smtp://perch:hunter2@${host}?tls.rejectUnauthorized=false`,
  RATES_FEED_URL: (host) => `http://${host}/usd.json`,
  BTC_RPC_URL: (host) => `http://perch:hunter2@${host}:8332`,
  ETH_RPC_URL: (host) => `http://perch:hunter2@${host}:8545`,
};
const safeAt: Record<LinkName, string> = {
  DATABASE_URL: 'postgres://perch:hunter2@db.example/perch?sslmode=verify-full',
  MIGRATE_DATABASE_URL: 'postgres://owner:hunter2@db.example/perch?sslmode=verify-full',
  SMTP_URL: 'smtps://perch:hunter2@mail.example',
  RATES_FEED_URL: 'https://rates.example/usd.json',
  BTC_RPC_URL: 'https://perch:hunter2@node.example:8332',
  ETH_RPC_URL: 'https://perch:hunter2@node.example:8545',
};

const sources = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ name, text: readFileSync(join('server', name), 'utf8') }));

describe.each(names)('%s', (name) => {
  const read = (value: string, more: Record<string, string> = {}) => readLink({ [name]: value, ...more }, name);

  it.each([
    'localhost',
    '127.0.0.1',
    '[::1]',
    '10.1.2.3',
    '172.16.0.9',
    '192.168.1.20',
    '169.254.7.7',
    '[fd12::1]',
    '[fe80::1]',
  ])('may be unencrypted to %s', (host) => {
    expect(read(plainAt[name](host))).toBe(plainAt[name](host));
    expect(plainLinkWarnings({ [name]: plainAt[name](host) })).toEqual([]);
  });

  it.each([
    'node.example',
    'db',
    'node.local',
    '203.0.113.7',
    '172.32.0.1',
    '[2001:db8::1]',
    'localhost.example',
    '127.0.0.1.example',
  ])('is refused unencrypted to %s, without showing its password', (host) => {
    const attempt = () => read(plainAt[name](host));
    expect(attempt).toThrow(ConfigError);
    expect(attempt).toThrow(new RegExp(`^${name} leads to another network without TLS.*ALLOW_PLAIN_LINKS`));
    expect(attempt).not.toThrow(/hunter2|\n/);
  });

  it('may be unencrypted anywhere only with the switch, which is logged at each start', () => {
    const value = plainAt[name]('203.0.113.7');
    const env = { [name]: value, ALLOW_PLAIN_LINKS: ` ${name}` };
    expect(readLink(env, name)).toBe(value);
    expect(plainLinkWarnings(env)).toEqual([
      expect.stringMatching(new RegExp(`\\(${name}\\) is not protected by TLS`)),
    ]);
    expect(plainLinkWarnings(env).join()).not.toContain('hunter2');
    const other = names.find((candidate) => candidate !== name) ?? name;
    expect(() => read(value, { ALLOW_PLAIN_LINKS: other })).toThrow(ConfigError);
  });

  it('is accepted with TLS wherever it leads', () => {
    expect(read(safeAt[name])).toBe(safeAt[name]);
  });
});

describe('links', () => {
  it('to PostgreSQL count as encrypted only if the certificate is verified', () => {
    const read = (query: string) => () =>
      readLink({ DATABASE_URL: `postgres://u:p@db.example/perch${query}` }, 'DATABASE_URL');
    for (const query of [
      '',
      '?sslmode=disable',
      '?sslmode=no-verify',
      '?sslmode=require&uselibpqcompat=true',
      '?sslmode=prefer&uselibpqcompat=true',
    ])
      expect(read(query), query).toThrow(ConfigError);
    for (const query of ['?sslmode=verify-full', '?sslmode=verify-full&uselibpqcompat=true', '?ssl=true'])
      expect(read(query), query).not.toThrow();
    expect(readLink({ DATABASE_URL: 'postgres:///perch?host=/var/run/postgresql' }, 'DATABASE_URL')).not.toBeNull();
    // The host that counts is the one that the driver connects to.
    expect(() => readLink({ DATABASE_URL: 'postgres://u:p@127.0.0.1/perch?host=db.example' }, 'DATABASE_URL')).toThrow(
      ConfigError,
    );
  });

  it('to a mail server elsewhere require STARTTLS', () => {
    const required = (env: Record<string, string>) => readConfig(env, process.cwd()).smtpRequiresTls;
    expect(required({ SMTP_URL: 'smtp://mail.example:587' })).toBe(true);
    expect(required({ SMTP_URL: 'smtps://mail.example' })).toBe(true);
    expect(required({ SMTP_URL: 'smtp://127.0.0.1:2525' })).toBe(false);
    expect(plainLinkWarnings({ SMTP_URL: 'smtp://mail.example', ALLOW_PLAIN_LINKS: 'SMTP_URL' })).toHaveLength(1);
    expect(plainLinkWarnings({ SMTP_URL: 'smtps://mail.example', ALLOW_PLAIN_LINKS: 'SMTP_URL' })).toEqual([]);
    expect(required({ SMTP_URL: 'smtp://mail.example', ALLOW_PLAIN_LINKS: 'SMTP_URL' })).toBe(false);
    expect(() => required({ SMTP_URL: 'smtp://mail.example?requireTLS=false' })).toThrow(/^SMTP_URL /);
    expect(() => required({ SMTP_URL: 'smtp://mail.example?ignoreTLS=true' })).toThrow(/^SMTP_URL /);
  });

  it('are refused if Node is told to accept any certificate, and if the switch names an unknown link', () => {
    expect(() => readConfig({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, process.cwd())).toThrow(
      /^NODE_TLS_REJECT_UNAUTHORIZED /,
    );
    expect(() => readConfig({ ALLOW_PLAIN_LINKS: 'all' }, process.cwd())).toThrow(/^ALLOW_PLAIN_LINKS /);
  });

  /** What is called so and is not a link over which money is moved or confirmed. */
  const NO_LINKS = new Set([
    'FST_ERR_BAD_URL',
    // Where this machine listens.
    'METRICS_HOST',
    // Of the app's calls, which carry a member's token: on an origin that the operator allows.
    'CHART_URL',
    'CHAT_HUB_URL',
    'EXCHANGE_HUB_URL',
    // Read by the SDK of OpenTelemetry. Its spans have no secrets, values or members.
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  ]);

  it('are all settings with an address of another machine', () => {
    const read = new Set(
      sources
        .flatMap(({ text }) =>
          [...text.matchAll(/'([A-Z][A-Z0-9_]*_(?:URL|URI|HOST|ENDPOINT))'/g)].map(([, name]) => name),
        )
        .filter((name) => !NO_LINKS.has(name ?? '')),
    );
    expect([...read].sort()).toEqual([...names].sort());
    const documented = new Set([...OPERATING.matchAll(/`([A-Z][A-Z0-9_]*_URL)`/g)].map(([, name]) => name));
    expect([...documented].filter((name) => !NO_LINKS.has(name ?? '')).sort()).toEqual([...names].sort());
  });

  it('are read by one function', () => {
    const bypasses = sources.filter(({ text }) => /\btext\(env, '[A-Z0-9_]*_URL'/.test(text)).map(({ name }) => name);
    expect(bypasses).toEqual(['platform/config/links.ts']);
  });

  it('are the only outgoing connections of the process', () => {
    const opens =
      /\bfetch\(|createConnection\(|createTransport\(|new (Pool|Client)\(|\b(net|tls|http|https)\.(connect|request|get)\(/;
    expect(
      sources
        .filter(({ text }) => opens.test(text))
        .map(({ name }) => name)
        .sort(),
    ).toEqual(
      [
        'platform/db/lock.ts',
        'platform/db/pglite-pool.ts',
        'platform/db/postgres.ts',
        'platform/db/primary.ts',
        'platform/config/links.ts',
        'platform/mail/transport.ts',
        'platform/system/call-out.ts',
        'entry/operator/channel.ts',
      ].sort(),
    );
  });
});

describe('a private host', () => {
  it('is recognized by its address alone', () => {
    expect(['/var/run/postgresql', 'localhost', '10.0.0.1', 'fd00::1'].map(isPrivateHost)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(['db', 'db.internal', '100.64.0.1', '0.0.0.0', '::ffff:8.8.8.8', '8.8.8.8'].map(isPrivateHost)).toEqual([
      false,
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});
