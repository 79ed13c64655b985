/**
 * The page, its script and its styles: built by esbuild from `atlas/app`, in the colors and fonts of the members' app.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Part } from './atlas.ts';
import { hashOfInputs, siteInputs, type Kept } from './kept.ts';
import { ROOT } from './root.ts';
import { tokensIn } from './tokens.ts';

/** A file as text. */
interface Built {
  readonly script: string;
  readonly styles: string;
}

/** The files that do not depend on the charts. */
export function siteParts(kept: Kept): ReadonlyMap<string, Part> {
  let built: Promise<Built> | null = null;
  const site = (): Promise<Built> => (built ??= kept.take('site', hashOfInputs(ROOT, siteInputs), buildSite));
  return new Map<string, Part>([
    ['index.html', async () => page],
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

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="referrer" content="no-referrer">
    <title>Atlas of the flows</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="./atlas.css">
    <script defer src="./atlas.js"></script>
  </head>
  <body><div id="atlas"><p role="status" class="first">Reading the charts…</p></div><noscript>The atlas needs JavaScript.</noscript></body>
</html>
`;
