// "How to add a flow" of machines/README.md, followed as it is written: a page that nothing runs goes stale.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { afterAll, expect, it } from 'vitest';
import { controlName } from '#machines/chart/cases.ts';
import { check } from '#machines/graph/check.ts';
import { explore, type AnyCases } from '#machines/graph/explore.ts';
import { matricesOf } from '#machines/graph/matrices.ts';
import { goalsOf, goalsOfEdge, plan } from '#machines/graph/plan.ts';
import { CULTURES } from '#src/i18n/cultures.ts';
import { unsafeCalls } from '#walk/paths/flows.ts';
import { oneWayOnly } from './samples.ts';
import { indistinctSamples } from './shown.ts';
import { rests, standsStill } from './specification-of-time.ts';

const root = process.cwd();
/** The type checker reads the whole client; on a busy machine that takes its time. */
const TYPES_MS = 180_000;
/** What a flow on known calls may touch; one more would be a list of all flows that somebody has to remember. */
const MOST_FILES = 10;

const page = readFileSync(join(root, 'machines/README.md'), 'utf8');
const section = page.slice(page.indexOf('## How to add a flow'), page.indexOf('## The tools in'));

/** The code that the page tells its readers to type, by file. */
const given: ReadonlyMap<string, string> = (() => {
  const blocks = [...section.matchAll(/^ +```\w+\n(.*?)^ +```$/gms)].map((found) => {
    // The first file that the step names: the texts of other languages follow the English ones.
    const before = section.slice(0, found.index);
    const step = before.slice(
      Math.max(before.lastIndexOf('\n   ```\n'), before.search(/\n\d+\. [^\n]*(?:\n(?!\d+\. )[^\n]*)*$/)),
    );
    const [, file = ''] = /`([\w./-]+\.(?:tsx?|json))`/.exec(step) ?? [];
    return [file, (found[1] ?? '').replaceAll(/^ {3}/gm, '')] as const;
  });
  return new Map(blocks);
})();

function block(file: string): string {
  const text = given.get(file);
  if (text === undefined)
    throw new Error(`The page gives nothing to write into ${file}, only ${[...given.keys()].join(', ')}.`);
  return text;
}

const folder = mkdtempSync(join(tmpdir(), 'perch-readme-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('produces a flow that passes the checks, with a plan for everything', async () => {
  for (const shared of ['machines/chart', 'openapi', 'package.json'])
    cpSync(join(root, shared), join(folder, shared), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const file of ['machine', 'cases'].map((part) => `machines/sample/sample.${part}.ts`)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), block(file));
  }
  const { sampleCases: cases } = (await import(
    /* @vite-ignore */ pathToFileURL(join(folder, 'machines/sample/sample.cases.ts')).href
  )) as { readonly sampleCases: AnyCases };
  const graph = explore(cases);
  expect(check(graph, unsafeCalls, matricesOf(graph, unsafeCalls))).toEqual([]);
  const covered = new Set(plan(graph).flatMap(({ edges }) => edges.flatMap((edge) => goalsOfEdge(graph, edge))));
  expect([...goalsOf(graph)].filter((goal) => !covered.has(goal))).toEqual([]);

  expect(oneWayOnly(cases)).toEqual([]);
  expect(indistinctSamples(cases)).toEqual([]);

  const resting = [...graph.nodes.values()].filter(rests).map(({ meta }) => meta?.screen ?? '');
  expect(resting.filter((screen) => !standsStill.some(([screens]) => screens.test(screen)))).toEqual([]);

  const texts = JSON.parse(block('locales/en-US/sample.json')) as Readonly<Record<string, string>>;
  const named = [
    ...[...graph.nodes.values()].map(({ meta }) => meta?.title),
    ...Object.values(cases.controls).map((control) => controlName(control, '')),
  ];
  const own = named.flatMap((key) => (key?.startsWith('sample:') === true ? [key.slice('sample:'.length)] : []));
  expect(own.filter((key) => texts[key] === undefined)).toEqual([]);
});

it('says how many files that are, and gives something to write into each, or the same in another language', () => {
  const languages = CULTURES.map((culture) => `locales/${culture}/sample.json`);
  const files = new Set([...given.keys(), ...languages.filter((file) => section.includes(`\`${file}\``))]);
  const inWords = ['six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'][files.size - 6];
  expect(section).toContain(`is ${inWords} files by hand`);
  expect(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')).toContain(`${inWords} files by hand`);
  expect(files.size).toBeLessThanOrEqual(MOST_FILES);
});

it(
  'produces code that compiles, including screens and lines for the page',
  () => {
    const [lazy = '', entry = ''] = block('src/app/member-routes.tsx').trim().split('\n');
    const files = new Map([...given].filter(([file]) => file.includes('sample')));
    files.set('src/paths.ts', inserted('src/paths.ts', [['  signOut:', block('src/paths.ts').trim()]]));
    files.set(
      'src/ui/navigation.ts',
      inserted('src/ui/navigation.ts', [['  signOut:', block('src/ui/navigation.ts').trim()]]),
    );
    files.set(
      'src/app/member-routes.tsx',
      inserted('src/app/member-routes.tsx', [
        ['const signOut ', lazy],
        ['  {\n    at: [paths.signOut]', entry],
      ]),
    );
    // The check itself must be able to fail: this line is the one mistake.
    files.set(
      'src/flows/sample/mistake.ts',
      "import { paths } from '#src/paths.ts';\nexport const nowhere = paths.nowhere;\n",
    );
    expect(mistakes(files)).toEqual([expect.stringMatching(/mistake\.ts: Property 'nowhere' does not exist/)]);
  },
  TYPES_MS,
);

/** How a script says that the sample has ended. */
const ends = { 'en-US': 'shown', 'ja-JP': '表示済み', 'zh-CN': '已显示' };

it.each(CULTURES)(
  'produces a script of each path for a tester in %s, from the files that the page names',
  (culture) => {
    const tree = join(folder, culture);
    for (const part of ['fixtures', 'locales', 'machines', 'money', 'openapi', 'package.json', 'server', 'src', 'walk'])
      cpSync(join(root, part), join(tree, part), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
    for (const [file, text] of given) {
      if (!file.includes('sample')) continue;
      mkdirSync(dirname(join(tree, file)), { recursive: true });
      writeFileSync(join(tree, file), text);
    }
    // A translator writes the texts in the other languages.
    const translated = JSON.stringify({ title: '？', note: '？', show: '？', waiting: '？' });
    for (const other of CULTURES.filter((each) => each !== 'en-US'))
      writeFileSync(join(tree, `locales/${other}/sample.json`), translated);
    // A name that has no word in this language ends the command with an error.
    const command = ['--import', 'tsx', 'walk/commands/walk.ts', 'sample', '--lang', culture, '--format', 'md'];
    const printed = execFileSync(process.execPath, command, { cwd: tree, encoding: 'utf8' });
    expect(printed).toContain('sample-03');
    expect(printed).toContain(ends[culture]);
  },
  TYPES_MS,
);

/** A file of the tree with lines inserted before those that begin with a marker. */
function inserted(file: string, lines: readonly (readonly [string, string])[]): string {
  const text = readFileSync(join(root, file), 'utf8');
  return lines.reduce((before, [mark, line]) => {
    if (!before.includes(`\n${mark}`)) throw new Error(`${file} has no line that begins with ${mark}.`);
    return before.replace(`\n${mark}`, () => `\n${line}\n${mark}`);
  }, text);
}

/** What the compiler says about the files as part of the tree. */
function mistakes(files: ReadonlyMap<string, string>): readonly string[] {
  const { options, fileNames } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path)).config,
    ts.sys,
    root,
  );
  const virtual = new Map([...files].map(([file, text]) => [resolve(root, file), text]));
  const folders = new Set([...virtual.keys()].map((file) => dirname(file)));
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, directoryExists } = host;
  host.readFile = (path) => virtual.get(path) ?? readFile(path);
  host.fileExists = (path) => virtual.has(path) || fileExists(path);
  host.directoryExists = (path) => folders.has(path) || directoryExists?.(path) === true;
  const getSourceFile = host.getSourceFile.bind(host);
  host.getSourceFile = (path, language, ...rest) => {
    const text = virtual.get(path);
    return text === undefined ? getSourceFile(path, language, ...rest) : ts.createSourceFile(path, text, language);
  };
  const sources = [...virtual.keys()].filter((file) => !file.endsWith('.json'));
  const checked = ts.createProgram({
    // The whole client: the declarations of the texts are in the files that they belong to.
    rootNames: [...fileNames.filter((file) => file.startsWith(join(root, 'src/'))), ...sources],
    options: { ...options, noEmit: true },
    host,
  });
  return sources.flatMap((file) =>
    checked
      .getSemanticDiagnostics(checked.getSourceFile(file))
      .map(({ messageText }) => `${file}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`),
  );
}
