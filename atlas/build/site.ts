/**
 * The page, its script and its styles: built by esbuild from `atlas/app`, in the colors and fonts of the members' app.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Part } from './atlas.ts';
import { hashOfInputs, siteInputs, type Kept } from './kept.ts';
import { ROOT } from './root.ts';
import { say } from '#atlas/words/words.ts';
import type { Culture } from '#openapi/cultures.ts';
import { tokensIn } from './tokens.ts';

/** A file as text. */
interface Built {
  readonly script: string;
  readonly styles: string;
}

/**
 * The files that do not depend on the charts.
 * @param lang the language that the page opens in; null for that of the reader's browser.
 */
export function siteParts(kept: Kept, lang: Culture | null = null): ReadonlyMap<string, Part> {
  let built: Promise<Built> | null = null;
  const site = (): Promise<Built> => (built ??= kept.take('site.title', hashOfInputs(ROOT, siteInputs), buildSite));
  return new Map<string, Part>([
    ['index.html', async () => pageIn(lang)],
    ['atlas.js', async () => (await site()).script],
    ['atlas.css', async () => (await site()).styles],
    // The layout engine for what a build could not know; a browser loads it only then.
    ['elk.js', async () => readFileSync(createRequire(import.meta.url).resolve('elkjs/lib/elk.bundled.js'))],
  ]);
}

/** One classic script and one style sheet: a browser loads no modules on `file:` pages. */
async function buildSite(): Promise<Built> {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: { atlas: 'atlas/app/main.tsx' },
    outdir: 'atlas',
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2023',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  });
  const textOf = (end: string): string => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? '';
  const sheet = (name: string): string => readFileSync(join(ROOT, 'src/styles', name), 'utf8');
  return { script: textOf('.js'), styles: `${tokensIn(sheet('themes.css'), sheet('base.css'))}\n${textOf('.css')}` };
}

/** Until its script says otherwise, the page is in the language that it was made for. */
function pageIn(lang: Culture | null): string {
  const culture = lang ?? 'en-US';
  return `<!doctype html>
<html lang="${culture}"${lang === null ? '' : ` data-language="${lang}"`}>
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="referrer" content="no-referrer">
    <title>${say(culture, 'site.title')}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="./atlas.css">
    <script defer src="./atlas.js"></script>
  </head>
  <body><div id="atlas"><p role="status" class="first">${say(culture, 'reading.charts')}</p></div><noscript>${say(culture, 'noScript')}</noscript></body>
</html>
`;
}
