// `npm run operator -- …`: asks the server that runs on the data folder, or opens the database itself where none does.
import { userInfo } from 'node:os';
import { ConfigError } from '#server/config-values.ts';
import { readConfig } from '#server/config.ts';
import { DatabaseOpenError } from '#server/db/open-error.ts';
import { openServices } from '#server/start.ts';
import { askServer } from './channel.ts';
import { unknownCommand, usage } from './commands.ts';
import { outcomeOf, type Outcome } from './outcome.ts';

const FAILED = 1;

async function main(): Promise<Outcome> {
  const { operator, args } = readLine(process.argv.slice(2));
  if (args.length === 0 || args[0] === 'help' || args[0] === '--help') return { code: args.length === 0 ? 2 : 0, text: usage() };
  // Before any database is opened, or made, for it.
  const unknown = unknownCommand(args);
  if (unknown !== null) return { code: 2, text: unknown };
  // npm runs scripts in the folder of the package.
  const folder = process.env.INIT_CWD ?? process.cwd();
  const config = readConfig(process.env, process.cwd());
  const answered = await askServer(config.dataDir, { args, operator, folder });
  if (answered !== null) return answered;
  const { services, close } = await openServices(config);
  try {
    return await outcomeOf(services, { args, operator, folder });
  } finally {
    await close();
  }
}

/** Acts are recorded under the name of `--as`, or of who is signed in to this machine. */
function readLine(words: string[]): { operator: string; args: string[] } {
  const [flag, name, ...args] = words;
  if (flag === '--as' && name !== undefined) return { operator: name, args };
  return { operator: process.env.USER ?? userInfo().username, args: words };
}

main().then(
  ({ code, text }) => {
    if (text !== '') (code === 0 ? console.log : console.error)(text);
    process.exit(code);
  },
  (error: unknown) => {
    if (!(error instanceof ConfigError) && !(error instanceof DatabaseOpenError)) throw error;
    console.error(`operator: ${error.message}`);
    process.exit(FAILED);
  },
);
