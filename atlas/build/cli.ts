/** `npm run atlas`: the analysts' site. `--help` says what it can do. */
import { UsageError } from '#walk/paths/usage-error.ts';
import { run } from './command.ts';

try {
  process.exitCode = await run(process.argv.slice(2), (text) => console.log(text));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
