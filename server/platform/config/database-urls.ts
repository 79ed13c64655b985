// A database with a standby has several hosts in its address, as libpq writes it: the one that takes writes is used.
import { ConfigError } from './config-values.ts';

/** `postgres://`, user and password, hosts, the rest. */
const FORM = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)([^]*)$/;
/** libpq's option that says which of the hosts is wanted, with the values that mean the one that takes writes. */
const OPTION = 'target_session_attrs';
const WRITABLE = ['read-write', 'primary'];

/**
 * The address of each host of a database: `postgres://host1:5432,host2:5432/perch` is two addresses that differ in the
 * host alone, in their order. Any other text is returned as it is.
 *
 * @throws ConfigError if the address asks for a host that takes no writes
 */
export function databaseUrlsOf(value: string): string[] {
  const [, begin, hosts, rest] = FORM.exec(value) ?? [];
  if (begin === undefined || hosts === undefined || rest === undefined) return [value];
  return hosts.split(',').map((host) => withoutOption(`${begin}${host}${rest}`));
}

/** The driver knows no such option; the hosts are tried by `createPrimaryFinder`. */
function withoutOption(url: string): string {
  if (!url.includes(OPTION) || !URL.canParse(url)) return url;
  const address = new URL(url);
  const wanted = address.searchParams.get(OPTION);
  if (wanted === null) return url;
  if (!WRITABLE.includes(wanted))
    throw new ConfigError(`${OPTION} must be ${WRITABLE.join(' or ')} in the address of a database, not ${wanted}`);
  address.searchParams.delete(OPTION);
  return address.href;
}

/** Hosts and database of an address, without user and password, for the log: `db1:5432,db2:5432/perch`. */
export function placeOfDatabase(value: string): string {
  const [first = '', ...others] = databaseUrlsOf(value).map((url) => new URL(url));
  if (first === '') return '';
  return `${[first, ...others].map(({ host }) => host).join(',')}${first.pathname}`;
}
