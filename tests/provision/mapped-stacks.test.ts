import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { BUNDLING } from '#server/entry/launch/build.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'perch-stacks-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const SOURCE = `// A comment, which the bundle has not.
export function fail(): never {
  throw new RangeError('too far');
}
`;

async function stackOf(main: string): Promise<string> {
  writeFileSync(join(folder, 'fail.ts'), SOURCE);
  writeFileSync(join(folder, 'main.mjs'), main);
  const outfile = join(folder, 'bundle.mjs');
  await build({ ...BUNDLING, entryPoints: [join(folder, 'main.mjs')], outfile });
  return spawnSync(process.execPath, [outfile], { encoding: 'utf8' }).stdout;
}

const MAPPED = `import { mapStacks } from ${JSON.stringify(resolve('server/entry/launch/mapped-stacks.mjs'))};\nmapStacks();\n`;

it('a stack of a bundle names the lines of its sources', async () => {
  const stack = await stackOf(
    `${MAPPED}import { fail } from './fail.ts';\ntry { fail(); } catch (error) { console.log(error.stack); }\n`,
  );
  const [head, first, second] = stack.split('\n');
  expect(head).toBe('RangeError: too far');
  expect(first).toBe(`    at fail (${join(folder, 'fail.ts')}:3:9)`);
  expect(second).toMatch(new RegExp(`^ {4}at (${join(folder, 'main.mjs')}):4:7$`));
});

it('without its map it names those of the bundle, and what is thrown is never lost', async () => {
  const stack = await stackOf(
    `import { rmSync } from 'node:fs';\n${MAPPED}import { fail } from './fail.ts';
rmSync(new URL('./bundle.mjs.map', import.meta.url));
try { fail(); } catch (error) { console.log(error.stack); }
const odd = new Error('odd');
Object.defineProperty(odd, 'name', { get() { throw new Error('no name'); } });
console.log(odd.stack);\n`,
  );
  expect(stack).toMatch(/^RangeError: too far\n {4}at fail \(file:.*bundle\.mjs:\d+:\d+\)/);
  expect(stack).toContain('\nError\n    at file:');
});
