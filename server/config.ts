// The environment, parsed once at start. Nothing else reads process.env.
import { readFileSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { readChainSettings, type ChainSettings } from './chain/settings.ts';
import { ConfigError, parseUrl, text, type Environment } from './config-values.ts';

export interface Config {
  /** Folder of the repository or of the installed product: migrations and the built client lie below it. */
  root: string;
  host: string;
  port: number;
  /** Where people reach the product; links in mails are made of it, never of a request's Host. */
  publicOrigin: string;
  /** True where the public origin is https: cookies are then marked Secure. */
  secureCookies: boolean;
  dataDir: string;
  databaseUrl: string | null;
  smtpUrl: string | null;
  mailFrom: { name: string; address: string };
  /** Where rates are read from; null where operators set them. */
  ratesFeedUrl: string | null;
  /** Other origins that may call the API (security rule 14). */
  apiOrigins: string[];
  /** Null: the embedded engine's own key file is used. */
  secret: string | null;
  /** Proxies whose X-Forwarded-For is believed; none by default, since rate limits count per address. */
  trustProxy: string[] | false;
  /** Multiplies every limit of security rule 22. */
  rateLimitScale: number;
  logLevel: LogLevel;
  production: boolean;
  /** Whether the demo club may be filled in and served here. */
  demo: boolean;
  /** Whether the operator reads the mails on a page: on this machine alone, where no mail server is configured. */
  outbox: boolean;
  /** The chains that deposits come from. */
  chain: ChainSettings;
  version: string;
  /** Checks every answer against the description and fails the call where they differ; for tests. */
  validateResponses: boolean;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

const DEFAULT_PORT = 8080;
const MIN_SECRET_LENGTH = 32;

/**
 * Reads the configuration out of an environment.
 *
 * @param root the folder that holds package.json, `server/db/migrations` and `dist`
 * @throws ConfigError for the first value that can't be used
 */
export function readConfig(env: Environment, root: string): Config {
  const host = text(env, 'HOST') ?? 'localhost';
  const port = readPort(env);
  const databaseUrl = readDatabaseUrl(env);
  const production = readNodeEnv(env) === 'production';
  const loopback = isLoopback(host);
  const publicOrigin = readPublicOrigin(env, { loopback, port });
  const secret = readSecret(env, databaseUrl);
  const smtpUrl = readSmtpUrl(env);
  const demo = databaseUrl === null && loopback && !production;
  return {
    root,
    host,
    port,
    publicOrigin,
    secureCookies: publicOrigin.startsWith('https://'),
    dataDir: readDataDir(env, root),
    databaseUrl,
    smtpUrl,
    mailFrom: readMailFrom(env, publicOrigin),
    ratesFeedUrl: readRatesFeedUrl(env),
    apiOrigins: readOrigins(env),
    secret,
    trustProxy: readTrustProxy(env),
    rateLimitScale: readScale(env),
    logLevel: readLogLevel(env, production),
    production,
    demo,
    outbox: demo && smtpUrl === null && isLoopback(new URL(publicOrigin).hostname),
    chain: readChainSettings(env, { developmentAllowed: demo }),
    version: readVersion(root),
    validateResponses: false,
  };
}

function readPort(env: Environment): number {
  const value = text(env, 'PORT');
  if (value === null) return DEFAULT_PORT;
  const port = Number(value);
  if (!/^\d{1,5}$/.test(value) || port > 65_535) throw new ConfigError(`PORT must be a number from 0 to 65535, not ${JSON.stringify(value)}`);
  return port;
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

function readDatabaseUrl(env: Environment): string | null {
  const value = text(env, 'DATABASE_URL');
  if (value === null) return null;
  // The value is not repeated in the message: it holds a password.
  const protocol = parseUrl(value)?.protocol;
  if (protocol !== 'postgres:' && protocol !== 'postgresql:') {
    throw new ConfigError('DATABASE_URL must look like postgres://user:password@host:5432/database');
  }
  return value;
}

function readSmtpUrl(env: Environment): string | null {
  const value = text(env, 'SMTP_URL');
  if (value === null) return null;
  const protocol = parseUrl(value)?.protocol;
  if (protocol !== 'smtp:' && protocol !== 'smtps:') {
    throw new ConfigError('SMTP_URL must look like smtps://user:password@host:465');
  }
  return value;
}

function readRatesFeedUrl(env: Environment): string | null {
  const value = text(env, 'RATES_FEED_URL');
  if (value === null) return null;
  const url = parseUrl(value);
  // Whoever can change an answer on its way could set the club's rates.
  const safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (!safe) throw new ConfigError('RATES_FEED_URL must be an https address such as https://rates.example/usd.json');
  return value;
}

function readPublicOrigin(env: Environment, place: { loopback: boolean; port: number }): string {
  const value = text(env, 'PUBLIC_ORIGIN');
  if (value === null) {
    if (!place.loopback) {
      throw new ConfigError('PUBLIC_ORIGIN is required where HOST is not this machine alone, for example https://wallet.example');
    }
    return `http://localhost:${place.port}`;
  }
  return exactOrigin('PUBLIC_ORIGIN', value);
}

function readOrigins(env: Environment): string[] {
  const value = text(env, 'API_ORIGINS');
  if (value === null) return [];
  return value.split(',').map((entry) => exactOrigin('API_ORIGINS', entry.trim()));
}

function exactOrigin(name: string, value: string): string {
  const url = parseUrl(value);
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.origin === value.replace(/\/$/, '');
  if (!isOrigin) throw new ConfigError(`${name} must be an origin such as https://wallet.example, not ${JSON.stringify(value)}`);
  return url.origin;
}

function readSecret(env: Environment, databaseUrl: string | null): string | null {
  const value = text(env, 'PERCH_SECRET');
  if (value === null) {
    if (databaseUrl === null) return null;
    throw new ConfigError(`PERCH_SECRET is required with DATABASE_URL: ${MIN_SECRET_LENGTH} or more random characters, the same for every process`);
  }
  if (value.length < MIN_SECRET_LENGTH) throw new ConfigError(`PERCH_SECRET must have at least ${MIN_SECRET_LENGTH} characters`);
  return value;
}

function readMailFrom(env: Environment, publicOrigin: string): Config['mailFrom'] {
  const value = text(env, 'MAIL_FROM') ?? `no-reply@${new URL(publicOrigin).hostname}`;
  if (!/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(value)) {
    throw new ConfigError(`MAIL_FROM must be one address such as no-reply@wallet.example, not ${JSON.stringify(value)}`);
  }
  return { name: 'Perch', address: value };
}

function readTrustProxy(env: Environment): string[] | false {
  const value = text(env, 'TRUST_PROXY');
  if (value === null) return false;
  const entries = value.split(',').map((entry) => entry.trim());
  const bad = entries.find((entry) => !/^[0-9a-fA-F:.]+(\/\d{1,3})?$/.test(entry) && !/^(loopback|linklocal|uniquelocal)$/.test(entry));
  if (bad !== undefined) throw new ConfigError(`TRUST_PROXY must list addresses or networks of proxies, not ${JSON.stringify(bad)}`);
  return entries;
}

function readScale(env: Environment): number {
  const value = text(env, 'RATE_LIMIT_SCALE') ?? '1';
  if (!/^[1-9]\d{0,5}$/.test(value)) throw new ConfigError(`RATE_LIMIT_SCALE must be a whole number from 1, not ${JSON.stringify(value)}`);
  return Number(value);
}

function readLogLevel(env: Environment, production: boolean): LogLevel {
  const value = text(env, 'LOG_LEVEL') ?? (production ? 'info' : 'warn');
  const level = LOG_LEVELS.find((candidate) => candidate === value);
  if (level === undefined) throw new ConfigError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not ${JSON.stringify(value)}`);
  return level;
}

function readVersion(root: string): string {
  const file: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (typeof file === 'object' && file !== null && 'version' in file && typeof file.version === 'string') return file.version;
  throw new ConfigError('package.json has no version');
}

/** Whether a host name or address is this machine under a name that nobody else can give away. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
