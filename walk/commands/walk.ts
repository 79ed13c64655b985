/** `npm run walk`: the testers' command. `--help` says what it can do. */
import { run } from './command.ts';
import { UsageError } from '#walk/paths/usage-error.ts';

try {
  process.exitCode = await run(process.argv.slice(2), (text) => console.log(text));
} catch (error) {
  if (error instanceof UsageError) {
    console.error(`${error.message}\nnpm run walk -- --help shows what there is.`);
    process.exitCode = 2;
  } else throw error;
}
