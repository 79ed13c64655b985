// Reads the settings from an environment, once, at the start.
import { readFileSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { readBackupSettings, type BackupSettings } from './backup-settings.ts';
import { ConfigError, parseUrl, readPortOf, text, type Environment } from './config-values.ts';
import { readDatabaseSettings, type DatabaseSettings } from './database-settings.ts';
import { readEndpoints, type Endpoints } from './endpoints.ts';
import { isLoopback } from './hosts.ts';
import { plainLinkWarnings, readLink, requiresTls } from './links.ts';
import { metricsWarnings, readOperationSettings, type OperationSettings } from './operation-settings.ts';
import { weaknessOf } from './strength.ts';

export interface Config {
  /** Folder of the repository or of the installed product: migrations and the built client lie below it. */
  root: string;
  host: string;
  port: number;
  /** Where people reach the product; links in mails are built from it, never from a request's Host. */
  publicOrigin: string;
  /** True if the public origin is https: cookies are then marked Secure. */
  secureCookies: boolean;
  dataDir: string;
  /** Whether it is the folder where commands look by default. */
  dataDirIsDefault: boolean;
  databaseUrl: string | null;
  /** Connections and time limits on PostgreSQL. */
  database: DatabaseSettings;
  /** The same database with the role that owns it, for migrations; null if `databaseUrl` has that role. */
  migrateDatabaseUrl: string | null;
  /** Backups of the embedded database. */
  backup: BackupSettings;
  smtpUrl: string | null;
  /** Whether mail requires an encrypted connection; false within private networks, where TLS is used if offered. */
  smtpRequiresTls: boolean;
  mailFrom: { name: string; address: string };
  /** The one official way to support (D-30): the app, the mails and the club's texts name it. */
  supportEmail: string;
  /** Where rates are read from; null if operators set them. */
  ratesFeedUrl: string | null;
  /** Whether members may be told of notices by the push services of their browsers. */
  webPush: boolean;
  /** Other origins that may call the API (S-14). */
  apiOrigins: string[];
  /** Where the app asks for rates and opens its streams (SRC §9). */
  endpoints: Endpoints;
  /** Null: the embedded engine's own key file is used. */
  secret: string | null;
  /** The previous secret, while it is being replaced. */
  previousSecret: string | null;
  /** Proxies whose X-Forwarded-For is trusted; none by default, since rate limits count per address. */
  trustProxy: string[] | false;
  /** Connections of callers that may be open at once; null: as many as the process's descriptors allow. */
  maxConnections: number | null;
  /** Multiplies every limit of S-22. */
  rateLimitScale: number;
  logLevel: LogLevel;
  production: boolean;
  /** How it is watched and stopped. */
  operation: OperationSettings;
  /**
   * Whether this Perch is served on this machine alone. Only then it has what is published or has no value: the demo
   * club, the development chain, the outbox page.
   */
  demo: boolean;
  /** Whether the operator reads the mails on a page: on this machine alone, if no mail server is configured. */
  outbox: boolean;
  /**
   * Warnings for the log at every start: links without TLS that the operator allowed, a missing proxy setting, open
   * metrics.
   */
  warnings: string[];
  version: string;
  /** Checks every answer against the contract and fails the call if they differ; for tests. */
  validateResponses: boolean;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

const DEFAULT_PORT = 8080;

/**
 * Reads the configuration from an environment.
 *
 * @param root the folder that holds package.json, `server/platform/db/migrations` and `dist`
 * @throws ConfigError for the first invalid value
 */
export function readConfig(env: Environment, root: string): Config {
  const host = text(env, 'HOST') ?? 'localhost';
  const port = readPortOf(env, 'PORT') ?? DEFAULT_PORT;
  const databaseUrl = readLink(env, 'DATABASE_URL');
  const production = readNodeEnv(env) === 'production';
  const loopback = isLoopback(host);
  const publicOrigin = readPublicOrigin(env, { loopback, port });
  const apiOrigins = readOrigins(env);
  const secret = readSecret(env, databaseUrl);
  const smtpUrl = readLink(env, 'SMTP_URL');
  const trustProxy = readTrustProxy(env);
  const operation = readOperationSettings(env, { production, port });
  const demo = staysHome({ host, publicOrigin, trustProxy, production, databaseUrl });
  return {
    root,
    host,
    port,
    publicOrigin,
    secureCookies: publicOrigin.startsWith('https://'),
    dataDir: readDataDir(env, root),
    dataDirIsDefault: readDataDir(env, root) === readDataDir({}, root),
    databaseUrl,
    database: readDatabaseSettings(env),
    migrateDatabaseUrl: readMigrateUrl(env, databaseUrl),
    backup: readBackupSettings(env, { root, databaseUrl }),
    smtpUrl,
    smtpRequiresTls: requiresTls(env),
    mailFrom: readMailFrom(env, publicOrigin),
    supportEmail: readSupportEmail(env, { production, publicOrigin }),
    ratesFeedUrl: readLink(env, 'RATES_FEED_URL'),
    webPush: readWebPush(env),
    apiOrigins,
    endpoints: readEndpoints(env, [publicOrigin, ...apiOrigins]),
    secret,
    previousSecret: readPreviousSecret(env, secret),
    trustProxy,
    maxConnections: readMaxConnections(env),
    rateLimitScale: readScale(env),
    logLevel: readLogLevel(env, production),
    production,
    operation,
    demo,
    outbox: demo && smtpUrl === null,
    warnings: [
      ...plainLinkWarnings(env),
      ...proxyWarnings({ publicOrigin, trustProxy }),
      ...metricsWarnings(operation),
    ],
    version: readVersion(root),
    validateResponses: false,
  };
}

/**
 * The one rule for everything that must never be reachable from elsewhere. A proxy needs another public origin or
 * trusted headers, so either setting reveals one; requests that come through a proxy nevertheless are refused
 * (`refuseOthers`).
 */
function staysHome(
  place: Pick<Config, 'host' | 'publicOrigin' | 'trustProxy' | 'production' | 'databaseUrl'>,
): boolean {
  const { host, publicOrigin, trustProxy, production, databaseUrl } = place;
  return (
    databaseUrl === null &&
    isLoopback(host) &&
    isLoopback(new URL(publicOrigin).hostname) &&
    trustProxy === false &&
    !production
  );
}

function readNodeEnv(env: Environment): string {
  const value = text(env, 'NODE_ENV') ?? 'development';
  if (!['development', 'production', 'test'].includes(value)) {
    throw new ConfigError(`NODE_ENV must be development, production or test, not ${JSON.stringify(value)}`);
  }
  return value;
}

function readDataDir(env: Environment, root: string): string {
  const value = text(env, 'DATA_DIR') ?? 'data';
  return isAbsolute(value) ? value : resolve(root, value);
}

function readMigrateUrl(env: Environment, databaseUrl: string | null): string | null {
  const value = readLink(env, 'MIGRATE_DATABASE_URL');
  if (value !== null && databaseUrl === null)
    throw new ConfigError(
      'MIGRATE_DATABASE_URL needs DATABASE_URL: the same database, as the role that Perch serves with',
    );
  return value;
}

function readPublicOrigin(env: Environment, place: { loopback: boolean; port: number }): string {
  const value = text(env, 'PUBLIC_ORIGIN');
  if (value === null) {
    if (!place.loopback) {
      throw new ConfigError(
        'PUBLIC_ORIGIN is required where HOST is not this machine alone, for example https://wallet.example',
      );
    }
    // Without the port that browsers leave out.
    return new URL(`http://localhost:${place.port}`).origin;
  }
  return exactOrigin('PUBLIC_ORIGIN', value);
}

function readOrigins(env: Environment): string[] {
  const value = text(env, 'API_ORIGINS');
  if (value === null) return [];
  return value.split(',').map((entry) => exactOrigin('API_ORIGINS', entry.trim()));
}

/**
 * The characters of a host name or an address. An origin is written into pages, mails and the content security policy,
 * and a URL may have signs in its host that mean something there, such as `"`, `;` and `$`.
 */
const PLAIN_ORIGIN = /^https?:\/\/(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::\d+)?$/;

function exactOrigin(name: string, value: string): string {
  const url = parseUrl(value);
  const isOrigin = url !== null && PLAIN_ORIGIN.test(url.origin) && url.origin === value.replace(/\/$/, '');
  if (!isOrigin)
    throw new ConfigError(`${name} must be an origin such as https://wallet.example, not ${JSON.stringify(value)}`);
  return url.origin;
}

function readSecret(env: Environment, databaseUrl: string | null): string | null {
  const value = text(env, 'PERCH_SECRET');
  if (value === null) {
    if (databaseUrl === null) return null;
    throw new ConfigError(
      `PERCH_SECRET is required with DATABASE_URL: 32 or more random characters, the same for every process`,
    );
  }
  const weakness = weaknessOf(value);
  if (weakness !== null)
    throw new ConfigError(
      `PERCH_SECRET ${weakness}: all keys are made of it; make one with \`openssl rand -base64 32\``,
    );
  return value;
}

/** A previous secret may be weak: that is a reason to replace it. */
function readPreviousSecret(env: Environment, secret: string | null): string | null {
  const value = text(env, 'PERCH_SECRET_PREVIOUS');
  if (value !== null && (secret === null || secret === value))
    throw new ConfigError('PERCH_SECRET_PREVIOUS is the secret before PERCH_SECRET, which must be set to another one');
  return value;
}

function readMailFrom(env: Environment, publicOrigin: string): Config['mailFrom'] {
  const value = text(env, 'MAIL_FROM') ?? `no-reply@${new URL(publicOrigin).hostname}`;
  if (!/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(value)) {
    throw new ConfigError(
      `MAIL_FROM must be one address such as no-reply@wallet.example, not ${JSON.stringify(value)}`,
    );
  }
  return { name: 'Perch', address: value };
}

/**
 * In production it must be set: a default would send members who have lost their account to a mailbox that may not
 * exist. It is shown in pages and mails, so only characters that need no escaping are accepted.
 */
function readSupportEmail(
  env: Environment,
  { production, publicOrigin }: Pick<Config, 'production' | 'publicOrigin'>,
): string {
  const value = text(env, 'SUPPORT_EMAIL');
  if (value === null) {
    if (production)
      throw new ConfigError(
        'SUPPORT_EMAIL is required in production: the address of support that members are told, for example support@wallet.example',
      );
    return `support@${new URL(publicOrigin).hostname}`;
  }
  if (!/^[\w.+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/.test(value))
    throw new ConfigError(
      `SUPPORT_EMAIL must be one address such as support@wallet.example, not ${JSON.stringify(value)}`,
    );
  return value;
}

function readTrustProxy(env: Environment): string[] | false {
  const value = text(env, 'TRUST_PROXY');
  if (value === null) return false;
  const entries = value.split(',').map((entry) => entry.trim());
  const bad = entries.find(
    (entry) => !/^[0-9a-fA-F:.]+(\/\d{1,3})?$/.test(entry) && !/^(loopback|linklocal|uniquelocal)$/.test(entry),
  );
  if (bad !== undefined)
    throw new ConfigError(`TRUST_PROXY must list addresses or networks of proxies, not ${JSON.stringify(bad)}`);
  return entries;
}

/** Perch does not speak TLS, so an https origin means a proxy, and without its name all callers count as one. */
function proxyWarnings({ publicOrigin, trustProxy }: Pick<Config, 'publicOrigin' | 'trustProxy'>): string[] {
  if (trustProxy !== false || !publicOrigin.startsWith('https://')) return [];
  return [
    'TRUST_PROXY is not set, though PUBLIC_ORIGIN is https and Perch speaks no TLS: all members come from the proxy and share the limits of one caller, so one of them can use these up for all; set it to the address of the proxy',
  ];
}

function readWebPush(env: Environment): boolean {
  const value = text(env, 'WEB_PUSH') ?? 'on';
  if (value !== 'on' && value !== 'off')
    throw new ConfigError(`WEB_PUSH must be on or off, not ${JSON.stringify(value)}`);
  return value === 'on';
}

function readScale(env: Environment): number {
  const value = text(env, 'RATE_LIMIT_SCALE') ?? '1';
  if (!/^[1-9]\d{0,5}$/.test(value))
    throw new ConfigError(`RATE_LIMIT_SCALE must be a whole number from 1 to 999999, not ${JSON.stringify(value)}`);
  return Number(value);
}

function readMaxConnections(env: Environment): number | null {
  const value = text(env, 'MAX_CONNECTIONS');
  if (value === null) return null;
  if (!/^[1-9]\d{0,5}$/.test(value))
    throw new ConfigError(`MAX_CONNECTIONS must be a whole number from 1 to 999999, not ${JSON.stringify(value)}`);
  return Number(value);
}

function readLogLevel(env: Environment, production: boolean): LogLevel {
  const value = text(env, 'LOG_LEVEL') ?? (production ? 'info' : 'warn');
  const level = LOG_LEVELS.find((candidate) => candidate === value);
  if (level === undefined)
    throw new ConfigError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not ${JSON.stringify(value)}`);
  return level;
}

function readVersion(root: string): string {
  const file: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (typeof file === 'object' && file !== null && 'version' in file && typeof file.version === 'string')
    return file.version;
  throw new ConfigError('package.json has no version');
}
