import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withFigures } from '#openapi/figures.ts';
import type { Culture } from './report.ts';

const areas = new Map<string, unknown>();

/** The catalogue's text of a key such as `two-factor:key.title`; null if it has none. */
export function textOf(key: string, culture: Culture): string | null {
  const [area = '', path = ''] = key.includes(':') ? key.split(':') : ['common', key];
  const text = path
    .split('.')
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], areaOf(area, culture));
  return typeof text === 'string' ? withFigures(text) : null;
}

/** The text, or the key itself in brackets, so that a gap in the catalogue is visible. */
export function shownText(key: string, culture: Culture): string {
  return textOf(key, culture) ?? `[${key}]`;
}

/** The labels of a field that has one per screen, each once. */
export function labelText(keys: readonly string[], culture: Culture): string {
  return [...new Set(keys.map((key) => shownText(key, culture)))].join(' / ');
}

function areaOf(area: string, culture: Culture): unknown {
  const name = `${culture}/${area}`;
  const file = join(import.meta.dirname, `../../locales/${name}.json`);
  if (!areas.has(name)) areas.set(name, existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
  return areas.get(name);
}
