import { dirname, join, normalize } from 'node:path';

/** Which files comments and documents name, and whether they exist. */

const FOLDERS = 'machines|money|src|server|openapi|atlas|walk|fixtures|tests|locales|docs';
const KINDS = 'ts|tsx|mjs|cjs|sql|yaml|json|md|css|html';
/**
 * A name next to one of these characters stands for several files or for a part of one, such as `*.ts` or `<flow>.ts`.
 */
const BEFORE = String.raw`(?<![\w./@*<>{}$:#-])`;
const FILE = new RegExp(String.raw`${BEFORE}((?:\.{1,2}/)*[\w.][\w./-]*\.(?:${KINDS}))(?![\w*<{/-]|\.\w)`, 'g');
const FOLDER = new RegExp(String.raw`${BEFORE}((?:${FOLDERS})/[\w./-]*[\w-])(?![\w*<{.-]|/[\w<*{$])`, 'g');
const IS_FILE = new RegExp(String.raw`\.(?:${KINDS})$`);
const IN_A_FOLDER = new RegExp(`^(?:${FOLDERS})/`);

/** Files that programs write when they run, the flow of the example in machines/README.md, and a page of a mail. */
const MADE_LATER = /^(docs\/walked|\.vite\/.*|report\.(json|html))$|(^|\/)sample(\/|\.|$)/;

/** The comments of a code file, or what a document marks as code. */
export function remarksIn(file: string, content: string): string[] {
  if (/\.(ts|tsx|mjs|cjs|js)$/.test(file)) return content.match(/\/\*[^]*?\*\/|(?:^|[\s;{}(),])\/\/[^\n]*/g) ?? [];
  if (file.endsWith('.sql')) return content.match(/--[^\n]*/g) ?? [];
  if (/\.ya?ml$/.test(file)) return content.match(/(?:^|\s)#[^\n]*/g) ?? [];
  return file.endsWith('.md') ? (content.match(/`[^`\n]+`/g) ?? []) : [];
}

/** Finds names in a file's comments that are neither one of the given files nor a folder of them. */
export function missingAmong(files: readonly string[]): (file: string, content: string) => string[] {
  const there = new Set(files);
  const parts = files.map((each) => each.split('/'));
  const folders = new Set(parts.flatMap((each) => each.map((_, at) => each.slice(0, at).join('/'))));
  /** The ends of each path: `tidy.test.ts` and `style/tidy.test.ts` name a file, too. */
  const ends = new Set(parts.flatMap((each) => each.map((_, at) => each.slice(at).join('/'))));
  const withoutKind = new Set(files.map((each) => each.replace(/(?<=\/[^/.]+)\.[^/]*$/, '')));
  const isThere = (file: string, name: string) =>
    ends.has(name.replace(/^(?:\.{1,2}\/)+/, '')) || there.has(normalize(join(dirname(file), name)));
  const isFolder = (name: string) => folders.has(name) || there.has(name) || withoutKind.has(name);
  return (file, content) =>
    remarksIn(file, content).flatMap((remark) => {
      const names = namedBy(FILE, remark).filter((name) => !file.endsWith('.md') || IN_A_FOLDER.test(name));
      const inside = namedBy(FOLDER, remark).filter((name) => !IS_FILE.test(name));
      const missing = [...names.filter((name) => !isThere(file, name)), ...inside.filter((name) => !isFolder(name))];
      return missing.filter((name) => !MADE_LATER.test(name));
    });
}

const namedBy = (pattern: RegExp, remark: string) => [...remark.matchAll(pattern)].map(([, name = '']) => name);

/** What a compiler, a bundler, an editor or a run leaves behind. A walk's coverage is kept for the atlas. */
export function isLeftover(file: string): boolean {
  if (file.startsWith('docs/walked/')) return false;
  return /\.(tsbuildinfo|log|map|orig|rej|swp)$|~$|(^|\/)(\.DS_Store|node_modules\/.*|dist\/.*|coverage\/.*|test-results\/.*)$|^(data|\.cache|\.atlas|\.walks)\//.test(
    file,
  );
}
