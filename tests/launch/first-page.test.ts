import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { CULTURES } from '#src/i18n/cultures.ts';
import { isPath, type AppPath } from '#src/paths.ts';
import { FRAME_ID, PLAN_ID, type Plan } from '#src/shell/plan.ts';
import { ROUTES } from '#tests/client/source-routes.ts';

/**
 * The weight of the built pages (design of the first page): a change that makes them heavier fails here, with the
 * figures.
 */

const CLIENT = 'dist/client';
const KB = 1024;
/** Everything that /Signin runs, compressed as it is transferred. */
const SCRIPT_BUDGET = 120 * KB;
const STYLE_BUDGET = 8 * KB;
/** The same with the frame of members. */
const FRAME_STYLE_BUDGET = 10 * KB;
/** The page itself, its scripts, and nothing else. */
const REQUEST_BUDGET = 6;
/** What a page of members may ask for in all, and what it may add to what /Signin loads. */
const MEMBER_REQUESTS = 8;
const MEMBER_BUDGET = 60 * KB;

/**
 * Kilobytes by which a page may exceed its figure: names of files contain a hash of their content, and other hashes can
 * compress up to 0.1 KB worse; the figures are rounded to 0.1.
 */
const TOLERANCE_KB = 0.15;

/**
 * The requests of script that each page of members makes when it is opened cold, and their kilobytes, at most, give or
 * take `TOLERANCE_KB`.
 */
const BUDGETS: Readonly<Record<string, readonly [requests: number, kilobytes: number]>> = {
  '/': [6, 44.7],
  '/Top': [6, 32.1],
  '/Authentication': [8, 59.1],
  '/Passkeys': [8, 57.9],
  '/AllowList': [8, 55.6],
  '/Account': [8, 46.6],
  '/Security': [8, 46.0],
  '/Notifications': [8, 56.9],
  '/ChangeEmail1': [8, 56.4],
  '/ChangeEmail2': [8, 56.4],
  '/ChangeEmail3': [8, 56.4],
  '/Deposit': [8, 59.3],
  '/Deposit2': [8, 59.3],
  '/Exchange': [8, 57.3],
  '/Wallet': [6, 40.7],
  '/History': [7, 44.0],
  '/History/:kind': [7, 44.0],
  '/Receipt/:id': [7, 46.2],
  '/Rate': [7, 41.5],
  '/Addresses': [8, 54.7],
  '/Referral': [7, 41.1],
  '/Organization': [8, 44.7],
  '/Organization/user1': [8, 44.7],
  '/Organization/user1-1': [8, 44.7],
  '/OrganizationChart': [7, 51.8],
  '/SalesManagement': [8, 44.5],
  '/Community': [8, 44.5],
  '/Withdraw': [8, 59.6],
  '/Withdraw2': [8, 59.6],
  '/Transfer': [8, 57.5],
  '/Package': [8, 59.3],
  '/Plan': [8, 59.3],
  '/Staking': [6, 40.8],
  '/ReStaking': [8, 56.6],
  '/newsList': [8, 32.8],
  '/News/:id': [7, 32.2],
  '/Faq': [8, 41.4],
  '/Contact': [8, 56.1],
  '/Signout': [7, 32.2],
};

interface Chunk {
  file: string;
  name?: string;
  imports?: string[];
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

const sizeOf = (addresses: readonly string[]) => addresses.reduce((sum, address) => sum + transferSize(address), 0);

/** By its source, or the name of a shared file. */
function filesOf(source: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[source] ?? Object.values(manifest).find(({ name }) => name === source);
  if (chunk === undefined) throw new Error(`The build has no ${source}`);
  if (found.has(chunk.file)) return found;
  found.add(chunk.file);
  chunk.imports?.forEach((inner) => filesOf(inner, found));
  return found;
}

const htmlOf = (kind: string, culture: string) => readFileSync(join(CLIENT, `${kind}.${culture}.html`), 'utf8');
const blockIn = (html: string, id: string) =>
  JSON.parse(new RegExp(`id="${id}">(.*?)</script>`, 's').exec(html)?.[1] ?? '{}') as object;
const planOf = (kind: string, culture: string) => blockIn(htmlOf(kind, culture), PLAN_ID) as Plan;
const styleIn = (html: string) => /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? '';

describe.each(CULTURES)('the sign-in page in %s', (culture) => {
  it('stays within its budget of script, style and requests', () => {
    const { scripts } = planOf('signin', culture);
    const script = sizeOf(scripts);
    const style = brotliCompressSync(styleIn(htmlOf('signin', culture))).length;
    expect(script, `script: ${(script / KB).toFixed(1)} KB`).toBeLessThanOrEqual(SCRIPT_BUDGET);
    expect(style, `style: ${(style / KB).toFixed(1)} KB`).toBeLessThanOrEqual(STYLE_BUDGET);
    expect(1 + scripts.length).toBeLessThanOrEqual(REQUEST_BUDGET);
  });

  it('names every script that it will import, so that none is discovered late', () => {
    const named = planOf('signin', culture).scripts.map((address) => address.slice(1));
    const needed = [...filesOf('src/main.tsx'), ...filesOf('src/flows/sign-in/sign-in.route.tsx')];
    expect(new Set(named)).toEqual(new Set(needed));
  });

  it('asks for none of them itself, which would be before its first paint', () => {
    expect(htmlOf('signin', culture)).not.toMatch(/<script[^>]* src=|<link[^>]*modulepreload/);
  });

  it('is complete without scripts, and contains its texts', () => {
    const html = htmlOf('signin', culture);
    expect(html).toContain(`<html lang="${culture}">`);
    expect(html).toMatch(/<form [^>]*method="dialog"/);
    expect(html).toMatch(/<input [^>]*name="password"/);
    expect(html).not.toMatch(/ style="/);
    expect(Object.keys(blockIn(html, 'catalogue')).sort()).toEqual(['challenge', 'common', 'problems', 'sign-in']);
  });
});

/** Whether a style sheet has a selector of this class, and not just of one that begins like it. */
function styles(sheet: string, name: string): boolean {
  const written = name.replace(/[^\w-]/g, (character) => `\\${character}`).replace(/^\d/, (digit) => `\\3${digit} `);
  return sheet
    .split(`.${written}`)
    .slice(1)
    .some((rest) => /^[^\w\\-]/.test(rest));
}

describe.each(CULTURES)('the frame of members in %s', (culture) => {
  it('has its whole style in the HTML, so that it stands before any other file', () => {
    const html = htmlOf('app', culture);
    const frame = new RegExp(`<template id="${FRAME_ID}">(.*?)</template>`, 's').exec(html)?.[1] ?? '';
    const classes = new Set([...frame.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')));
    const [own, rest] = [styleIn(html), readFileSync(join(CLIENT, planOf('app', culture).memberStyle ?? ''), 'utf8')];
    const styled = [...classes].map((name) => name.replaceAll('&amp;', '&')).filter((name) => styles(rest, name));
    expect(styled.length).toBeGreaterThan(50);
    expect(styled.filter((name) => !styles(own, name))).toEqual([]);
    const size = brotliCompressSync(own).length;
    expect(size, `style: ${(size / KB).toFixed(1)} KB`).toBeLessThanOrEqual(FRAME_STYLE_BUDGET);
  });
});

describe('the pages of members', () => {
  const known = ROUTES.filter(({ guard, leadsTo }) => guard === 'member' && leadsTo === undefined);

  it.each(CULTURES)('ask for few scripts, and for little beyond what /Signin loads, in %s', (culture) => {
    const there = planOf('signin', culture).scripts;
    const { scripts, member, pages } = planOf('app', culture);
    expect(known.filter(({ path }) => !Object.keys(pages).some((each) => isPath(path, each as AppPath)))).toEqual([]);
    const heavy = Object.entries(pages).flatMap(([path, page]) => {
      const asked = [...scripts, ...member, ...page.scripts];
      const added = sizeOf(asked.filter((script) => !there.includes(script))) / KB;
      const [requests, kilobytes] = BUDGETS[path] ?? [0, 0];
      expect(requests).toBeLessThanOrEqual(MEMBER_REQUESTS);
      expect(kilobytes * KB).toBeLessThanOrEqual(MEMBER_BUDGET);
      expect(added * KB, path).toBeLessThanOrEqual(MEMBER_BUDGET);
      return asked.length <= requests && added <= kilobytes + TOLERANCE_KB
        ? []
        : [`'${path}': [${asked.length}, ${added.toFixed(1)}],`];
    });
    expect(heavy).toEqual([]);
  });

  it('name every script that they will import, so that none is discovered late', () => {
    const { scripts, member, pages } = planOf('app', 'en-US');
    const named = new Set([...scripts, ...member, ...(pages['/Wallet']?.scripts ?? [])]);
    for (const source of ['src/main.tsx', 'member', 'src/pages/wallet/wallet.page.tsx'])
      for (const file of filesOf(source)) expect(named).toContain(`/${file}`);
  });
});

describe('other pages', () => {
  it('do not load the code of forms if there is no form', () => {
    for (const page of ['src/pages/wallet/wallet.page.tsx', 'src/pages/dashboard/dashboard.page.tsx'])
      expect([...filesOf(page)].filter((file) => /\/flow-/.test(file))).toEqual([]);
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
