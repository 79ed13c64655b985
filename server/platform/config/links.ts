// The connections that Perch opens to other machines. They create, move or confirm money, so each is encrypted and its
// other end proves its identity. Only within this machine and private networks may they be plain (decision 0030).
import { Client } from '#server/platform/system/postgres-driver.ts';
import { ConfigError, parseUrl, text, type Environment } from './config-values.ts';
import { databaseUrlsOf } from './database-urls.ts';
import { isPrivateHost } from './hosts.ts';

/** One setting with the address of another machine. */
interface Link {
  /** What is at the other end, for the log. */
  what: string;
  /** The forms that an address may have. */
  protocols: readonly string[];
  /** An example of the setting; the value itself is never repeated, since it may contain a password. */
  example: string;
  read: (value: string) => Way;
}

interface Way {
  host: string;
  /** Encrypted, with a certificate that identifies the other end. */
  safe: boolean;
  /** Becomes encrypted before anything is sent, unless the operator's setting allows plain text. */
  insists?: boolean;
}

const HTTP = { protocols: ['http:', 'https:'], read: readHttp };
const POSTGRES = {
  protocols: ['postgres:', 'postgresql:'],
  example: 'postgres://user:password@host:5432/database?sslmode=verify-full',
  read: readPostgres,
};

/** Every setting that leads to another machine. A test compares it with the settings that are read. */
export const LINKS = {
  DATABASE_URL: { what: 'the database', ...POSTGRES },
  MIGRATE_DATABASE_URL: { what: 'the database, as its owner', ...POSTGRES },
  SMTP_URL: {
    what: 'the mail server',
    protocols: ['smtp:', 'smtps:'],
    example: 'smtps://user:password@host:465',
    read: readSmtp,
  },
  RATES_FEED_URL: { what: 'the source of rates', ...HTTP, example: 'https://rates.example/usd.json' },
  BTC_RPC_URL: { what: 'the Bitcoin node', ...HTTP, example: 'https://user:password@host:8332' },
  ETH_RPC_URL: { what: 'the Ethereum node', ...HTTP, example: 'https://user:password@host:8545' },
} as const satisfies Record<string, Link>;

export type LinkName = keyof typeof LINKS;

/** The setting: names of links, separated by commas, that may be plain wherever they lead. */
const SWITCH = 'ALLOW_PLAIN_LINKS';

/**
 * The address of a link; null if it is not set.
 *
 * @throws ConfigError if it has another form, or would be plain over a network that others can listen on
 */
export function readLink(env: Environment, name: LinkName): string | null {
  const value = text(env, name);
  if (value === null) return null;
  const link: Link = LINKS[name];
  for (const { host, safe, insists } of readWays(name, value)) {
    if (!safe && insists !== true && !isPrivateHost(host) && !allowedPlain(env).includes(name)) {
      throw new ConfigError(
        `${name} leads to another network without TLS that proves who answers: use ${link.example}, a private address, or name it in ${SWITCH}`,
      );
    }
  }
  return value;
}

/** One line for each link that is plain only because of the setting, for the log of every start. */
export function plainLinkWarnings(env: Environment): string[] {
  return allowedPlain(env).flatMap((name) => {
    const value = text(env, name);
    if (value === null) return [];
    return readWays(name, value).every(({ host, safe }) => safe || isPrivateHost(host))
      ? []
      : [
          `${SWITCH}: the link to ${LINKS[name].what} (${name}) is not protected by TLS; others may read and change what it says`,
        ];
  });
}

/** Whether mail must not be sent before the connection is encrypted. */
export function requiresTls(env: Environment): boolean {
  const url = parseUrl(text(env, 'SMTP_URL') ?? '');
  return url !== null && !isPrivateHost(url.hostname) && !allowedPlain(env).includes('SMTP_URL');
}

/** Where a link leads: one way, or one for each host of a database. @throws ConfigError */
function readWays(name: LinkName, value: string): Way[] {
  const link: Link = LINKS[name];
  return databaseUrlsOf(value).map((url) => {
    try {
      if (link.protocols.includes(parseUrl(url)?.protocol ?? '')) return link.read(url);
    } catch {
      // Told below: the driver's own words may repeat the address, and with it a password.
    }
    throw new ConfigError(`${name} must look like ${link.example}`);
  });
}

function allowedPlain(env: Environment): LinkName[] {
  // Node itself would then accept any certificate, and every link would be as good as plain.
  if (text(env, 'NODE_TLS_REJECT_UNAUTHORIZED') === '0')
    throw new ConfigError('NODE_TLS_REJECT_UNAUTHORIZED must not be 0: every certificate would be taken');
  return (text(env, SWITCH)?.split(',') ?? []).map((entry) => {
    const name = entry.trim();
    if (!Object.hasOwn(LINKS, name))
      throw new ConfigError(
        `${SWITCH} must list some of ${Object.keys(LINKS).join(', ')}, not ${JSON.stringify(name)}`,
      );
    return name as LinkName;
  });
}

function readHttp(value: string): Way {
  const { hostname, protocol } = new URL(value);
  return { host: hostname, safe: protocol === 'https:' };
}

/** Options of the address with which nodemailer would skip TLS, accept any certificate or connect elsewhere. */
const WEAKENS_SMTP = /^(requireTLS|ignoreTLS|opportunisticTLS|secure|tls\..*|proxy|service|host)$/i;

/** `smtp:` is encrypted too where STARTTLS is required, which the mailer does (`requiresTls`). */
function readSmtp(value: string): Way {
  const { hostname, protocol, searchParams } = new URL(value);
  const insists = ![...searchParams.keys()].some((key) => WEAKENS_SMTP.test(key));
  return { host: hostname, safe: insists && protocol === 'smtps:', insists };
}

/** Parsed by the driver itself, with `sslmode`, `host` and what PGHOST and PGSSLMODE add. */
function readPostgres(value: string): Way {
  const { host, ssl } = new Client({ connectionString: value }) as {
    host: string;
    ssl: boolean | { rejectUnauthorized?: boolean; checkServerIdentity?: unknown };
  };
  return {
    host,
    safe:
      ssl === true ||
      (typeof ssl === 'object' && ssl.rejectUnauthorized !== false && ssl.checkServerIdentity === undefined),
  };
}
