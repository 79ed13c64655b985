/** `npm run bench -- walker` runs tests/bench/walker.bench.ts; without a name, all benchmarks run in turn. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const known = readdirSync(folder).flatMap((file) => /^(.+)\.bench\.(ts|mjs)$/.exec(file)?.[1] ?? []);
const wanted = process.argv.length > 2 ? process.argv.slice(2) : known;
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(' or ')}; there are ${known.join(', ')}.`);
  process.exitCode = 2;
} else {
  process.exitCode = wanted.map(run).every((code) => code === 0) ? 0 : 1;
}

/** @returns the exit code of the benchmark */
function run(name: string): number {
  const file = readdirSync(folder).find((each) => each === `${name}.bench.ts` || each === `${name}.bench.mjs`) ?? '';
  console.log(`=== ${name}`);
  return spawnSync(process.execPath, [...process.execArgv, `${folder}${file}`], { stdio: 'inherit' }).status ?? 1;
}
