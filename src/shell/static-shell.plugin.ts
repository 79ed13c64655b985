import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Manifest, Plugin, ViteBuilder } from 'vite';
import { textsFile } from './chunks.plugin.ts';
import { fillPage, hashOf } from './page.ts';
import type { PagePlan, Plan } from './plan.ts';
import { IN_APP_PAGE } from '../i18n/areas.ts';
import type * as PrerenderModule from './prerender.tsx';

/** The prerender is built here, run once and deleted. */
const PRERENDER_DIR = 'dist/prerender';

/** The build's own files; the server reads them, visitors never do. */
const NOTES_DIR = '.vite';

const TEXT_FILE = /\.(js|css|html|svg|txt|webmanifest)$/;

/** The scripts of each page. */
const SOURCES: Readonly<Record<PrerenderModule.Prerendered['name'], readonly string[]>> = {
  signin: ['src/main.tsx', 'src/flows/sign-in/sign-in.route.tsx'],
  app: ['src/main.tsx'],
  offline: ['src/shell/reload-when-online.ts'],
};

/** The script in the HTML, which can import no other. */
const BOOT = 'src/shell/boot.ts';

/** Below this a compressed copy saves less than a packet. */
const WORTH_COMPRESSING = 512;

/**
 * `vite build` makes the whole client: the scripts, then the prerendered sign-in page and the empty app page of each
 * language, then a compressed copy of every file. What the server must know besides the files is written to
 * `.vite/web.json`.
 */
export function staticShell(): Plugin {
  return {
    name: 'perch:static-shell',
    config: () => ({
      builder: {},
      environments: {
        ssr: {
          build: {
            outDir: PRERENDER_DIR,
            emptyOutDir: true,
            manifest: false,
            copyPublicDir: false,
            ssr: true,
            rolldownOptions: { input: 'src/shell/prerender.tsx', output: { codeSplitting: true } },
          },
        },
      },
    }),
    buildApp: async (builder) => {
      const { client, ssr } = builder.environments;
      if (!client || !ssr) throw new Error('The build has lost one of its two environments');
      await builder.build(client);
      await builder.build(ssr);
      await writePages(builder);
      await compressAll(client.config.build.outDir);
    },
  };
}

async function writePages(builder: ViteBuilder): Promise<void> {
  const { root } = builder.config;
  const out = join(root, builder.environments['client']?.config.build.outDir ?? '');
  const manifest = JSON.parse(await readFile(join(out, NOTES_DIR, 'manifest.json'), 'utf8')) as Manifest;
  const shell = (await import(pathToFileURL(join(root, PRERENDER_DIR, 'prerender.js')).href)) as typeof PrerenderModule;
  const template = await readFile(join(root, 'index.html'), 'utf8');
  const shellStyle = await takenStyle(out, manifest, 'src/styles/shell.css');
  const frameStyle = await takenStyle(out, manifest, 'src/styles/frame-shell.css');
  const icon = await readFile(join(out, 'favicon.svg'), 'utf8');
  const boot = await bootScript(root);
  const pages = await shell.pageSources();
  const screens: string[] = [];
  for (const page of await shell.prerender()) {
    const file = `${page.name}.${page.culture}.html`;
    const scripts = scriptsOf(manifest, SOURCES[page.name]);
    const parts =
      page.name === 'offline'
        ? { plan: null, scripts }
        : { plan: planOf(manifest, page, page.name === 'app' ? pages : []), scripts: [] };
    const style = page.name === 'app' ? frameStyle : shellStyle;
    await writeFile(join(out, file), fillPage(template, { page, style, icon, boot, ...parts }));
    if (page.name === 'offline') screens.push(`/${file}`);
  }
  await writeWorker(out, manifest, {
    cultures: shell.facts.cultures,
    files: [...screens, ...scriptsOf(manifest, SOURCES.offline)],
  });
  await writeFile(
    join(out, NOTES_DIR, 'web.json'),
    JSON.stringify({
      ...shell.facts,
      styleHashes: [hashOf(shellStyle), hashOf(frameStyle)],
      scriptHashes: [hashOf(boot)],
    }),
  );
  const installable = JSON.parse(await readFile(join(out, 'manifest.webmanifest'), 'utf8')) as object;
  for (const culture of shell.facts.cultures) {
    await writeFile(
      join(out, `manifest.${culture}.webmanifest`),
      JSON.stringify({ ...installable, ...(await shell.described(culture)) }),
    );
  }
  await rm(join(root, PRERENDER_DIR), { recursive: true });
}

/** The content of a style sheet that is embedded; its file is removed. */
async function takenStyle(out: string, manifest: Manifest, source: string): Promise<string> {
  const sheet = join(out, fileOf(manifest, source));
  const style = (await readFile(sheet, 'utf8')).trim();
  await rm(sheet);
  return style;
}

async function bootScript(root: string): Promise<string> {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [join(root, BOOT)],
    absWorkingDir: root,
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    write: false,
  });
  return outputFiles[0]?.text.trim() ?? '';
}

/** What a page loads, with each script named where it is needed first. */
function planOf(
  manifest: Manifest,
  { name, culture }: PrerenderModule.Prerendered,
  pages: readonly PrerenderModule.PageSource[],
): Plan {
  const scripts = scriptsOf(manifest, SOURCES[name]);
  if (name !== 'app') return { scripts, member: [], memberStyle: null, pages: {} };
  const frame = chunkNamed(manifest, 'member');
  const member = without(scripts, scriptsOf(manifest, [frame]));
  const [style] = manifest[frame]?.css ?? [];
  if (style === undefined) throw new Error('The build has no style of members');
  const planned = pages.flatMap(({ paths, source, areas, reads, heads }) => {
    const texts = areas
      .filter((area) => !shownInPage.has(area))
      .map((area) => {
        const file = `locales/${culture}/${area}.json`;
        const shared = textsFile(file);
        return shared === null ? file : chunkNamed(manifest, shared);
      });
    const plan: PagePlan = {
      scripts: without([...scripts, ...member], scriptsOf(manifest, [source, ...texts])),
      reads,
      head: heads[culture],
    };
    // A later step of a flow has words of its own.
    const later = { ...plan, head: { ...plan.head, note: source.endsWith('.route.tsx') ? null : plan.head.note } };
    return paths.map((path, place) => [path, place === 0 ? plan : later] as const);
  });
  return { scripts, member, memberStyle: `/${style}`, pages: Object.fromEntries(planned) };
}

/** The areas whose texts are in the HTML itself. */
const shownInPage: ReadonlySet<string> = new Set(IN_APP_PAGE);

const without = (known: readonly string[], files: readonly string[]): string[] =>
  files.filter((file) => !known.includes(file));

/** The manifest's key of a shared file, which has no source of its own. */
function chunkNamed(manifest: Manifest, name: string): string {
  const found = Object.keys(manifest).find((key) => manifest[key]?.name === name);
  if (found === undefined) throw new Error(`The build has no file ${name}`);
  return found;
}

/**
 * The service worker is at the root, since its scope is the folder that it is in. Its name must not change with its
 * content, so the list of its files is inside it: another release is a different worker with a different cache.
 */
async function writeWorker(
  out: string,
  manifest: Manifest,
  { cultures, files }: { cultures: readonly string[]; files: readonly string[] },
): Promise<void> {
  const built = join(out, fileOf(manifest, 'src/shell/worker.ts'));
  const code = await readFile(built, 'utf8');
  await rm(built);
  const contents = await Promise.all(files.map((file) => readFile(join(out, file))));
  const version = createHash('sha256').update(code).update(Buffer.concat(contents)).digest('hex').slice(0, 16);
  await writeFile(
    join(out, 'worker.js'),
    `self.perchShell=${JSON.stringify({ cache: `perch-${version}`, cultures, files })};${code}`,
  );
}

function fileOf(manifest: Manifest, source: string): string {
  const file = manifest[source]?.file;
  if (file === undefined) throw new Error(`The build has no ${source}`);
  return file;
}

/**
 * A page's scripts and all their imports, each once. Listing the imports saves a round trip: the browser would
 * otherwise discover them only when their importer has loaded. Imports come first, so that each script runs as a
 * separate task and key presses are handled in between.
 */
function scriptsOf(manifest: Manifest, sources: readonly string[]): string[] {
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (source: string) => {
    if (seen.has(source)) return;
    seen.add(source);
    manifest[source]?.imports?.forEach(visit);
    files.add(`/${fileOf(manifest, source)}`);
  };
  sources.forEach(visit);
  return [...files];
}

async function compressAll(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true });
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !TEXT_FILE.test(entry.name) || relative(dir, path).startsWith(NOTES_DIR)) continue;
    const content = await readFile(path);
    if (content.length < WORTH_COMPRESSING) continue;
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    };
    await writeFile(`${path}.br`, brotliCompressSync(content, { params }));
    await writeFile(`${path}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
  }
}
