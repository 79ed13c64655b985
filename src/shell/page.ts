import { createHash } from 'node:crypto';
import { CATALOGUE_ID, FRAME_ID, PLAN_ID, type Plan } from './plan.ts';
import type { Prerendered } from './prerender.tsx';

export interface PageParts {
  page: Prerendered;
  /** The style sheet, embedded in the page. */
  style: string;
  /** The tab's icon as SVG, embedded in the page to save a request. */
  icon: string;
  /** What it loads once it is painted; null if it loads `scripts` at once. */
  plan: Plan | null;
  /** URLs of module scripts, in the order of loading. */
  scripts: readonly string[];
  /** The script that carries out the plan, embedded in the page. */
  boot: string;
}

const NO_SCRIPT: Record<Prerendered['culture'], string> = {
  'en-US': 'Perch needs JavaScript. Please switch it on in your browser and reload the page.',
  'ja-JP': 'Perchのご利用にはJavaScriptが必要です。ブラウザーの設定で有効にして、ページを再読み込みしてください。',
  'zh-CN': 'Perch 需要 JavaScript。请在浏览器中启用后刷新页面。',
};

/** JSON as the content of a data block: `<` is escaped so that no text can end the block. */
export function jsonBlock(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** The hash that allows exactly this embedded style or script in a content security policy. */
export function hashOf(embedded: string): string {
  return `'sha256-${createHash('sha256').update(embedded).digest('base64')}'`;
}

function between(template: string, part: string, content: string): string {
  const [open, close] = [`<!--perch:${part}-->`, `<!--/perch:${part}-->`];
  const [from, to] = [template.indexOf(open), template.indexOf(close)];
  if (from < 0 || to < 0) throw new Error(`index.html has no place for the ${part}`);
  return template.slice(0, from) + content + template.slice(to + close.length);
}

/**
 * One HTML file of the build, made from the development server's template. The scripts come last: the page is complete
 * without them, and nothing may delay its first paint.
 */
export function fillPage(template: string, { page, style, icon, scripts, plan, boot }: PageParts): string {
  const block = (id: string, value: unknown) =>
    `<script type="application/json" id="${id}">${jsonBlock(value)}</script>`;
  const texts = block(CATALOGUE_ID, page.catalogue);
  const frame = page.frame === undefined ? '' : `<template id="${FRAME_ID}">${page.frame}</template>`;
  const begin = plan === null ? '' : `${block(PLAN_ID, plan)}<script>${boot}</script>`;
  const modules = scripts.map((source) => `<script type="module" src="${source}" fetchpriority="low"></script>`);
  const noScript = `<noscript><p class="p-6 text-center">${NO_SCRIPT[page.culture]}</p></noscript>`;
  // Only the template's own whitespace is removed; that of the app's markup is part of the app.
  const compact = template.replace(/>\s+</g, '><');
  const filled = between(
    between(compact, 'style', `<style>${style}</style>`),
    'script',
    `${noScript}${frame}${texts}${begin}${modules.join('')}`,
  );
  return filled
    .replace('<html lang="en-US">', () => `<html lang="${page.culture}">`)
    .replace('href="/manifest.webmanifest"', () => `href="/manifest.${page.culture}.webmanifest"`)
    .replace('href="/favicon.svg"', () => `href="data:image/svg+xml,${encodeURIComponent(icon.trim())}"`)
    .replace('<title>Perch</title>', () => `<title>${page.title}</title>`)
    .replace(
      '<div id="app"></div>',
      () => `<div id="app"${page.hydrates ? ' data-prerendered' : ''}>${page.markup}</div>`,
    );
}
