import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Every file of the repository, including new ones that are not committed yet. */
export const FILES: readonly string[] = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard'],
  { encoding: 'utf8' },
)
  .split('\n')
  .filter((file) => file !== '' && existsSync(file));

const GENERATED = /((^|\/)package-lock\.json|\.gen\.(d\.ts|json)|^docs\/(flows|walked)\/.*)$/;
const TEXT = /\.(ts|tsx|mjs|cjs|js|css|html|json|yaml|yml|sql|md|svg|txt)$|^\.[a-z]+|\/run$|^LICENSE$/;

/** The text files that people write. */
export const HAND_WRITTEN: readonly string[] = FILES.filter((file) => TEXT.test(file) && !GENERATED.test(file));

/** Migrations never change once they are applied, so their comments keep their original wording. */
export const MIGRATION = /\/db\/migrations\//;

/** Each text file that people write, with its content. */
export const contents: ReadonlyMap<string, string> = new Map(
  HAND_WRITTEN.map((file) => [file, readFileSync(file, 'utf8')]),
);
