// `npm run operator -- …`: asks the server that runs on the data folder, or opens the database itself if none does.
import { operatorCommand } from '#server/platform/system/operator-command.ts';
import { userInfo } from 'node:os';
import { openForCommand, openPrepared } from '#server/entry/opening/open.ts';
import { readSettings } from '#server/entry/opening/settings.ts';
import { ConfigError } from '#server/platform/config/config-values.ts';
import type { Config } from '#server/platform/config/config.ts';
import { databaseFolder } from '#server/platform/db/pglite-folder.ts';
import { isThere } from '#server/platform/system/files.ts';
import { lineOf } from '#server/platform/system/one-line-error.ts';
import { STANDARD_ERROR, STANDARD_OUTPUT, writeAll } from '#server/platform/system/output.ts';
import { productFolder } from '#server/platform/system/product-folder.ts';
import { askServer } from './channel.ts';
import { clubLine } from './club.ts';
import { asideOf, isAlone, unknownCommand, usage } from './commands.ts';
import { outcomeOf, outcomeOfAlone, type Outcome } from './outcome.ts';

const FAILED = 1;

const complain = (line: string) => void writeAll(STANDARD_ERROR, `${line}\n`);

async function main(): Promise<Outcome> {
  const { operator, args } = readLine(process.argv.slice(2));
  if (args.length === 0 || args[0] === 'help' || args[0] === '--help')
    return { code: args.length === 0 ? 2 : 0, text: usage() };
  // Before any database is opened.
  const unknown = unknownCommand(args);
  if (unknown !== null) return { code: 2, text: unknown };
  // npm runs scripts in the folder of the package.
  const folder = process.env.INIT_CWD ?? process.cwd();
  const root = productFolder(import.meta.url);
  if (isAlone(args)) return outcomeOfAlone(args, { operator, osUser: osUser(), folder, root });
  const config = readSettings(process.env, root);
  const line = { args, operator, osUser: osUser(), folder };
  const aside = asideOf(args);
  const answered = aside === null ? await askServer(config.dataDir, line) : null;
  if (answered !== null) return answered;
  refuseMissingClub(config);
  const { services, close } = await (aside === 'prepared' ? openPrepared(config) : openForCommand(config));
  try {
    // What runs aside asks no server, so it can't tell whether one runs.
    return { ...(await outcomeOf(services, line)), club: clubLine(services, { noServer: aside === null }) };
  } finally {
    await close();
  }
}

/** A wrong folder must not become a second, empty club. */
function refuseMissingClub({ dataDir, databaseUrl }: Config): void {
  if (databaseUrl !== null || isThere(databaseFolder(dataDir))) return;
  throw new ConfigError(
    `there is no club in ${dataDir}, and none was made; name its folder, as in DATA_DIR=/var/lib/perch ${operatorCommand('…')}, or start Perch there once`,
  );
}

/** Acts are recorded under the name given by `--as`, or that of the user who is signed in to this machine. */
function readLine(words: string[]): { operator: string; args: string[] } {
  const [flag, name, ...args] = words;
  if (flag === '--as' && name !== undefined) return { operator: name, args };
  // Under sudo, USER is whom the command runs as, not who typed it.
  return { operator: process.env.SUDO_USER ?? process.env.USER ?? processUser(), args: words };
}

/**
 * Who is signed in to the machine, for the audit: whom the process runs as, and under sudo before it who typed the
 * command, which is what sudo says of them.
 */
function osUser(): string {
  const { SUDO_USER: typedBy } = process.env;
  const runsAs = processUser();
  return typedBy === undefined ? runsAs : `${typedBy} as ${runsAs}`;
}

/** In a container often only a number. */
function processUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

main().then(
  ({ code, text, club }) => {
    // On standard error: the answer may be redirected into a file.
    if (club !== undefined) complain(club);
    const lost = text === '' ? null : writeAll(code === 0 ? STANDARD_OUTPUT : STANDARD_ERROR, `${text}\n`);
    if (lost !== null)
      complain(
        `operator: the answer could not be written (${lost.reason})${code === 0 ? '; the command itself was carried out' : ''}`,
      );
    process.exit(lost === null ? code : FAILED);
  },
  (error: unknown) => {
    complain(`operator: ${lineOf(error)}`);
    process.exit(FAILED);
  },
);
