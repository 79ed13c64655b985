import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { FILES } from './repository.ts';

/** A code that every answer of every operation gets in the planted description. */
const PLANTED = 'asset_paused';

const root = process.cwd();
mkdirSync('node_modules/.cache', { recursive: true });
const scratch = mkdtempSync(path.join(root, 'node_modules/.cache/codes-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const description = readFileSync('openapi/api.gen.d.ts', 'utf8');
/** The codes of an answer, and the closed list of codes. */
const codes = /(\b(?:code\??|ProblemCode): )("[a-z_]+"(?: \| "[a-z_]+")*);/g;

/** The lines that the compiler refuses in each file of `src`, with this text as the types of the description. */
async function refusedLines(types: string): Promise<ReadonlyMap<string, readonly number[]>> {
  const described = path.join(scratch, 'api.gen.d.ts');
  writeFileSync(described, types);
  const project = path.join(scratch, 'tsconfig.json');
  writeFileSync(
    project,
    JSON.stringify({
      extends: path.join(root, 'tsconfig.json'),
      compilerOptions: { noEmit: true, paths: { '#openapi/api.gen.d.ts': [described] } },
      files: answering.map((file) => path.join(root, file)),
      include: [path.join(root, 'src/**/*.d.ts')],
    }),
  );
  const compiler = path.join(root, 'node_modules/typescript-7/bin/tsc');
  // Where the environment asks for colors, each refusal would be written in another form.
  const output = await promisify(execFile)(process.execPath, [compiler, '--project', project, '--pretty', 'false'], {
    cwd: root,
    maxBuffer: 1e8,
  }).catch((error: unknown) => error as { readonly stdout: string });
  const refused = new Map<string, number[]>();
  for (const [, file = '', line = ''] of output.stdout.matchAll(/^(\S+?)\((\d+),\d+\): error TS/gm)) {
    const name = path.relative(root, path.resolve(root, file));
    refused.set(name, [...(refused.get(name) ?? []), Number(line)]);
  }
  return refused;
}

/** The first and the last line of each settled call in a file. */
function settledCalls(file: string): readonly { readonly first: number; readonly last: number }[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line, index) => {
    if (!/\bsettle<'/.test(line)) return [];
    const indent = /^ */.exec(line)?.[0] ?? '';
    const end = lines.findIndex(
      (later, at) => at > index && (later.startsWith(`${indent}}`) || later.startsWith(`${indent})`)),
    );
    return [{ first: index + 1, last: end + 1 }];
  });
}

/** The files that turn answers into outcomes. */
const answering = FILES.filter((file) => /^src\/.*\.tsx?$/.test(file) && /\bsettle<'/.test(readFileSync(file, 'utf8')));

it('compiles with the description as it is', async () => {
  const refused = await refusedLines(description);
  expect(answering.filter((file) => refused.has(file))).toEqual([]);
});

it('does not compile at any call of any port once its answers have another code', async () => {
  const planted = description.replaceAll(codes, `$1"${PLANTED}" | $2;`);
  expect(planted.split(`"${PLANTED}"`).length).toBeGreaterThan(80);
  const refused = await refusedLines(planted);
  const calls = answering.flatMap((file) => settledCalls(file).map((call) => ({ file, ...call })));
  expect(calls.length).toBeGreaterThan(60);
  const silent = calls
    .filter(({ file, first, last }) => !(refused.get(file) ?? []).some((line) => line >= first && line <= last))
    .map(({ file, first }) => `${file}:${first}`);
  expect(silent).toEqual([]);
});
