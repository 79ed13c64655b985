import { basename, dirname, join, normalize } from 'node:path';

/** Which files comments and documents name, and whether they are there. */

const FOLDERS = 'machines|money|src|server|openapi|atlas|walk|tests|locales|docs';
const KINDS = 'ts|tsx|mjs|cjs|sql|yaml|json|md|css|html';
/** A name that a sign follows stands for several files or for a part of one, such as `*.ts` or `<flow>.ts`. */
const BEFORE = String.raw`(?<![\w./@*<>{}$:#-])`;
const FILE = new RegExp(String.raw`${BEFORE}((?:\.{1,2}/)*[\w.][\w./-]*\.(?:${KINDS}))(?![\w*<{/-]|\.\w)`, 'g');
const FOLDER = new RegExp(String.raw`${BEFORE}((?:${FOLDERS})/[\w./-]*[\w-])(?![\w*<{.-]|/[\w<*{$])`, 'g');
const IS_FILE = new RegExp(String.raw`\.(?:${KINDS})$`);
const IN_A_FOLDER = new RegExp(`^(?:${FOLDERS})/`);

/** What programs write where they run, the flow of the example in machines/README.md, and a page of a mail. */
const MADE_LATER = /^(docs\/walked|\.vite\/.*|report\.(json|html))$|(^|\/)sample(\/|\.|$)/;

/** The comments of a file of code, or what a document says is code. */
export function remarksIn(file: string, content: string): string[] {
  if (/\.(ts|tsx|mjs|cjs|js)$/.test(file)) return content.match(/\/\*[^]*?\*\/|(?:^|[\s;{}(),])\/\/[^\n]*/g) ?? [];
  if (file.endsWith('.sql')) return content.match(/--[^\n]*/g) ?? [];
  if (/\.ya?ml$/.test(file)) return content.match(/(?:^|\s)#[^\n]*/g) ?? [];
  return file.endsWith('.md') ? (content.match(/`[^`\n]+`/g) ?? []) : [];
}

/** The names of files and folders in a file's remarks that lead to none of those that there are. */
export function missingFrom(files: readonly string[], file: string, content: string): string[] {
  const there = new Set(files);
  const folders = new Set(files.flatMap((each) => each.split('/').map((_, at, parts) => parts.slice(0, at).join('/'))));
  const isThere = (name: string) =>
    there.has(name) ||
    there.has(normalize(join(dirname(file), name))) ||
    files.some((each) =>
      name.includes('/') ? each.endsWith(`/${name.replace(/^[./]+/, '')}`) : basename(each) === name,
    );
  const isFolder = (name: string) =>
    folders.has(name) || there.has(name) || files.some((each) => each.startsWith(`${name}.`));
  const named = (pattern: RegExp, remark: string) => [...remark.matchAll(pattern)].map(([, name = '']) => name);
  return remarksIn(file, content).flatMap((remark) => {
    const names = named(FILE, remark).filter((name) => !file.endsWith('.md') || IN_A_FOLDER.test(name));
    const inside = named(FOLDER, remark).filter((name) => !IS_FILE.test(name));
    const missing = [...names.filter((name) => !isThere(name)), ...inside.filter((name) => !isFolder(name))];
    return missing.filter((name) => !MADE_LATER.test(name));
  });
}

/** What a compiler, a bundler, an editor or a run leaves behind. */
export function isLeftover(file: string): boolean {
  return /\.(tsbuildinfo|log|map|orig|rej|swp)$|~$|(^|\/)(\.DS_Store|node_modules\/.*|dist\/.*|coverage\/.*|test-results\/.*)$|^(data|\.cache|\.atlas|\.walks)\//.test(
    file,
  );
}
