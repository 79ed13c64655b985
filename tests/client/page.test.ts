import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fillPage, hashOf, jsonBlock } from '#src/shell/page.ts';

const template = readFileSync('index.html', 'utf8');
const page = {
  name: 'signin',
  culture: 'ja-JP',
  title: 'サインイン · Perch',
  markup: '<p>a <b>b</b> <i>c</i> $& </p>',
  hydrates: true,
  catalogue: { common: { evil: '</script><script>' } },
} as const;
const html = fillPage(template, {
  page,
  style: 'p{color:red}',
  icon: '<svg/>',
  plan: { scripts: ['/assets/main-1.js', '/assets/page-2.js'], member: [], memberStyle: null, pages: {} },
  scripts: [],
  boot: 'begin()',
});

describe('a built page', () => {
  it('is in its language and has its own title', () => {
    expect(html).toContain('<html lang="ja-JP">');
    expect(html).toContain('<title>サインイン · Perch</title>');
  });

  it('is installed in its language', () => {
    expect(html).toContain('<link rel="manifest" href="/manifest.ja-JP.webmanifest" />');
  });

  it('has exactly the style that the policy allows', () => {
    const style = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? '';
    expect(hashOf(style)).toBe(`'sha256-${createHash('sha256').update('p{color:red}').digest('base64')}'`);
    expect(html).not.toContain('rel="stylesheet"');
  });

  it('contains the markup unchanged, including spaces and dollar signs, since the app hydrates it', () => {
    expect(html).toContain(`<div id="app" data-prerendered>${page.markup}</div>`);
  });

  it('runs nothing but what the policy allows, last: it asks for its scripts once the page is painted', () => {
    const scripts = [...html.matchAll(/<script([^>]*)>([^<]*)<\/script>/g)].map(([, kind, content]) => [kind, content]);
    expect(scripts).toEqual([
      [' type="application/json" id="catalogue"', jsonBlock(page.catalogue)],
      [
        ' type="application/json" id="plan"',
        '{"scripts":["/assets/main-1.js","/assets/page-2.js"],"member":[],"memberStyle":null,"pages":{}}',
      ],
      ['', 'begin()'],
    ]);
    expect(html).not.toMatch(/ (style|on\w+)="/);
  });

  it('contains texts that cannot end their block', () => {
    expect(jsonBlock(page.catalogue)).not.toContain('<');
    expect(JSON.parse(jsonBlock(page.catalogue))).toEqual(page.catalogue);
  });

  it('says without scripts what is missing', () => {
    expect(html).toMatch(/<noscript>.*JavaScript.*<\/noscript>/);
  });
});
