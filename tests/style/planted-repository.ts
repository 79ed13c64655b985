import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/**
 * A small repository outside this one, with this one's rules and with violations planted in it on purpose. A rule that
 * has never been seen to fail may as well not exist.
 */
export interface PlantedRepository {
  readonly folder: string;
  remove(): void;
}

const RULES = [
  'package.json',
  'tsconfig.json',
  'eslint.config.js',
  '.oxlintrc.json',
  'tests/style/react-compiler.eslint.config.js',
  'tests/style/money.tsconfig.json',
  '.dependency-cruiser.cjs',
  'tests/style/lint-rules.mjs',
  'tests/style/exact-amounts.mjs',
];

export function plant(files: Readonly<Record<string, string>>): PlantedRepository {
  const folder = mkdtempSync(join(tmpdir(), 'perch-planted-'));
  for (const file of RULES) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(file, join(folder, file));
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
