import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { CULTURES } from '#src/i18n/cultures.ts';

/**
 * The weight of the built pages (design of the first page): a change that makes them heavier fails here, with the
 * figures.
 */

const CLIENT = 'dist/client';
const KB = 1024;
/** Everything that /Signin runs, compressed as it is transferred. */
const SCRIPT_BUDGET = 127 * KB;
const STYLE_BUDGET = 8 * KB;
/** The page itself, its scripts, and nothing else. */
const REQUEST_BUDGET = 6;
/** What another route may add to what is already loaded. */
const ROUTE_BUDGET = 40 * KB;
/** What Home may add. */
const MEMBER_BUDGET = 60 * KB;

interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
}

let manifest: Record<string, Chunk>;

beforeAll(() => {
  manifest = JSON.parse(readFileSync(join(CLIENT, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
});

function transferSize(address: string): number {
  const file = join(CLIENT, address);
  try {
    return statSync(`${file}.br`).size;
  } catch {
    // Too small to be worth compressing.
    return statSync(file).size;
  }
}

function filesOf(source: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[source];
  if (chunk === undefined) throw new Error(`The build has no ${source}`);
  found.add(chunk.file);
  chunk.imports?.forEach((inner) => filesOf(inner, found));
  return found;
}

const htmlOf = (kind: string, culture: string) => readFileSync(join(CLIENT, `${kind}.${culture}.html`), 'utf8');
const scriptsIn = (html: string) =>
  [...html.matchAll(/<script type="module" src="([^"]+)"/g)].map((match) => match[1] ?? '');
const styleIn = (html: string) => /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? '';

describe.each(CULTURES)('the sign-in page in %s', (culture) => {
  it('stays within its budget of script, style and requests', () => {
    const html = htmlOf('signin', culture);
    const scripts = scriptsIn(html);
    const script = scripts.reduce((sum, address) => sum + transferSize(address), 0);
    const style = brotliCompressSync(styleIn(html)).length;
    expect(script, `script: ${(script / KB).toFixed(1)} KB`).toBeLessThanOrEqual(SCRIPT_BUDGET);
    expect(style, `style: ${(style / KB).toFixed(1)} KB`).toBeLessThanOrEqual(STYLE_BUDGET);
    expect(1 + scripts.length).toBeLessThanOrEqual(REQUEST_BUDGET);
  });

  it('lists every script that it will import, so that none is discovered late', () => {
    const named = scriptsIn(htmlOf('signin', culture)).map((address) => address.slice(1));
    const needed = [...filesOf('src/main.tsx'), ...filesOf('src/flows/sign-in/sign-in.route.tsx')];
    expect(new Set(named)).toEqual(new Set(needed));
  });

  it('is complete without scripts, and contains its texts', () => {
    const html = htmlOf('signin', culture);
    expect(html).toContain(`<html lang="${culture}">`);
    expect(html).toMatch(/<form [^>]*method="dialog"/);
    expect(html).toMatch(/<input [^>]*name="password"/);
    expect(html).not.toMatch(/ style="/);
    const texts = JSON.parse(/id="catalogue">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}') as object;
    expect(Object.keys(texts).sort()).toEqual(['challenge', 'common', 'problems', 'sign-in']);
  });
});

describe('other pages', () => {
  it('add little to what is loaded', () => {
    const shared = filesOf('src/main.tsx');
    const routes = Object.keys(manifest).filter((source) => /\.(route|page)\.tsx$/.test(source));
    expect(routes.length).toBeGreaterThan(3);
    for (const route of routes) {
      const own = [...filesOf(route)]
        .filter((file) => !shared.has(file))
        .reduce((sum, file) => sum + transferSize(file), 0);
      expect(own, `${route}: ${(own / KB).toFixed(1)} KB`).toBeLessThanOrEqual(ROUTE_BUDGET);
    }
  });

  it('after signing in the dashboard adds no more than it may', () => {
    const there = new Set([...filesOf('src/main.tsx'), ...filesOf('src/flows/sign-in/sign-in.route.tsx')]);
    const wanted = new Set([
      ...filesOf('src/frames/member-frame.tsx'),
      ...filesOf('src/pages/dashboard/dashboard.page.tsx'),
    ]);
    const added = [...wanted].filter((file) => !there.has(file)).reduce((sum, file) => sum + transferSize(file), 0);
    expect(added, `${(added / KB).toFixed(1)} KB`).toBeLessThanOrEqual(MEMBER_BUDGET);
  });

  it('do not load the code of forms if there is no form', () => {
    const forms = [...filesOf('src/flows/sign-in/sign-in.route.tsx')].filter((file) => /\/form-/.test(file));
    expect(forms).toHaveLength(1);
    for (const page of ['src/main.tsx', 'src/frames/member-frame.tsx', 'src/pages/dashboard/dashboard.page.tsx']) {
      expect([...filesOf(page)].filter((file) => forms.includes(file))).toEqual([]);
    }
  });

  it('every script has its compressed copies', () => {
    const scripts = readdirSync(join(CLIENT, 'assets')).filter(
      (file) => file.endsWith('.js') && statSync(join(CLIENT, 'assets', file)).size >= 512,
    );
    const missing = scripts.filter((file) =>
      ['br', 'gz'].some((form) => !readdirSync(join(CLIENT, 'assets')).includes(`${file}.${form}`)),
    );
    expect(missing).toEqual([]);
  });
});
