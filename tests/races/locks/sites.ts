// Every place of the server that takes a lock, read from its source.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SERVER = join(process.cwd(), 'server');
const COMMENT = /^\s*\/?\*.*$|(?:^|\s)(?:\/\/|--).*$/gmu;
const FUNCTION =
  /^(?:export )?(?:async )?function (\w+)|^(?:export )?const (\w+)|^CREATE (?:OR REPLACE )?FUNCTION (\w+)/u;
/** Calls of functions that lock, by name; the query builder's locks; SQL's own, and those without a row. */
const LOCK =
  /\b(lock[A-Z_]\w*)\(|\.(for(?:NoKey)?Update|for(?:Key)?Share)\(|\b(FOR (?:NO KEY )?UPDATE|FOR (?:KEY )?SHARE|LOCK TABLE)\b|\b(pg_(?:try_)?advisory_\w*lock\w*)\(/gu;

/**
 * The places as `file function: lock`, each as often as it occurs. The locks that a function named lock… takes count
 * where that function is called. A SQL function that a later migration redefines counts only there.
 */
export const lockSites = (): string[] => sitesWhere((within) => !isLock(within));

/** The locks that the functions named lock… take themselves, which every caller of theirs relies on. */
export const locksOfLocks = (): string[] => sitesWhere(isLock);

const isLock = (name: string) => /^lock[A-Z_]/u.test(name);

function sitesWhere(isWanted: (within: string) => boolean): string[] {
  const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:ts|sql)$/u.test(file))
    .sort();
  const sites = files.flatMap((file) => sitesOf(file, readFileSync(join(SERVER, file), 'utf8')));
  const lastOf = new Map(sites.filter(({ file }) => file.endsWith('.sql')).map(({ within, file }) => [within, file]));
  return sites
    .filter(({ within, file }) => isWanted(within) && (lastOf.get(within) ?? file) === file)
    .map(({ file, within, lock }) => `${file} ${within}: ${lock}`)
    .sort();
}

function sitesOf(file: string, text: string): { file: string; within: string; lock: string }[] {
  let within = '';
  return text
    .replace(COMMENT, '')
    .split('\n')
    .flatMap((line) => {
      within =
        FUNCTION.exec(line)
          ?.slice(1)
          .find((name) => name !== undefined) ?? within;
      const locks = [...line.matchAll(LOCK)].flatMap(
        (match) => match.slice(1).find((name) => name !== undefined) ?? [],
      );
      return locks.filter((lock) => lock !== within).map((lock) => ({ file, within, lock }));
    });
}
