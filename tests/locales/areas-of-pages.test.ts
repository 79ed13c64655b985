import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EVERYWHERE } from '#src/i18n/areas.ts';

/**
 * A page is opened with the texts of everything that can appear on it. An area that is requested later removes the
 * whole page while it is loading, including what was just opened or typed there, and without a network it never loads.
 */

const ROUTES = ['routes', 'member-routes', 'member-area', 'visitor-pages'].map((name) => `src/app/${name}.tsx`);
const LAZY_PAGE = /const (\w+) = lazyPage(?:<[^>]*>)?\(\s*\(\) =>\s+import\(\s*'#([^']+)'/g;
const LISTED = /areas: \[([^\]]*)\],\s+page: (?:\{ Page: \w+, preload: )?(\w+)/g;
const OPENED = /<Texts\s+(?:key="[^"]*"\s+)?areas=\{\[([^\]]*)\]\}\s+page=\{<(\w+)\.Page/g;
const STATIC_IMPORT = /^(?:import|export) (?!type )(?:[^;]*? from )?'([^']+)'/gm;
/** A part of a page that is loaded when it is wanted, from beside what shows it. */
const LATE_IMPORT = /\bimport\('(\.\/[^']+)'\)/g;
const ASKED = /\buseTranslation\(([^)]*)\)/g;
/** A text that is named in full, for a hook or a screen that is given its name. */
const NAMED = /'([a-z][\w-]*):[a-z]\w*'/g;

/** Files of which a page uses only a part without texts. */
const WORDLESS: Readonly<Record<string, readonly string[]>> = {
  // `WholeText`: a key or a code that is copied as it is.
  signUp: ['money by src/ui/address.tsx'],
  twoFactor: ['money by src/ui/address.tsx'],
};

const AREAS = new Set(readdirSync('locales/en-US').map((file) => file.replace('.json', '')));

const quotedIn = (text: string) => [...text.matchAll(/'([\w-]+)'/g)].map(([, name = '']) => name);

function fileOf(from: string, name: string): string | null {
  if (name.startsWith('#src/')) return name.replace('#', '');
  return name.startsWith('.') ? join(dirname(from), name) : null;
}

/**
 * A file and everything that is loaded with it, or later for a part of it. What a frame loads later waits for its own
 * texts, and so does a page that a list of routes loads.
 */
function reachedFrom(file: string, known = new Set<string>()): ReadonlySet<string> {
  if (known.has(file) || !/\.tsx?$/.test(file) || !existsSync(file)) return known;
  known.add(file);
  const code = readFileSync(file, 'utf8');
  const late = file.startsWith('src/frames/') ? [] : code.matchAll(LATE_IMPORT);
  for (const [, name = ''] of [...code.matchAll(STATIC_IMPORT), ...late]) {
    const to = fileOf(file, name);
    if (to !== null) reachedFrom(to, known);
  }
  return known;
}

/** The areas that a page may request besides those that it is opened with, each with a file that does. */
function missingOf(entry: string, opened: readonly string[]): readonly string[] {
  const known = new Set<string>([...opened, ...EVERYWHERE]);
  return [...reachedFrom(entry)].flatMap((file) => {
    const code = readFileSync(file, 'utf8');
    const asked = [...code.matchAll(ASKED)].flatMap(([, areas = '']) => quotedIn(areas));
    const named = [...code.matchAll(NAMED)].flatMap(([, area = '']) => (AREAS.has(area) ? [area] : []));
    return [...new Set([...asked, ...named])].flatMap((area) => (known.has(area) ? [] : [`${area} by ${file}`]));
  });
}

const routes = ROUTES.map((file) => readFileSync(file, 'utf8')).join('\n');
const entries = new Map([...routes.matchAll(LAZY_PAGE)].map(([, name = '', file = '']) => [name, file]));
const pages = [OPENED, LISTED].flatMap((form) =>
  [...routes.matchAll(form)].map(([, areas = '', name = '']) => ({ name, opened: quotedIn(areas) })),
);

describe('the texts that a page is opened with', () => {
  it.each(pages)('are all that $name may request', ({ name, opened }) => {
    expect(missingOf(entries.get(name) ?? '', opened).toSorted()).toEqual(WORDLESS[name] ?? []);
  });

  it('are checked wherever a page is opened with some', () => {
    // One of them is for whatever is listed.
    expect(pages.length).toBe([...routes.matchAll(/<Texts\s|^ {4}areas: /gm)].length - 1);
    expect(pages.filter(({ name }) => !existsSync(entries.get(name) ?? ''))).toEqual([]);
  });

  it('would be missed where they are named in a table', () => {
    expect(missingOf('src/flows/withdrawal/withdrawal.route.tsx', ['confirmation', 'mail-code', 'requests'])).toEqual(
      expect.arrayContaining([
        'withdrawal by src/flows/withdrawal/withdrawal.route.tsx',
        'money by src/flows/withdrawal/withdrawal.route.tsx',
      ]),
    );
  });

  it('would be missed', () => {
    expect(missingOf('src/pages/security/security.page.tsx', ['account'])).toEqual(
      expect.arrayContaining([
        'challenge by src/pages/security/step-up-form.tsx',
        'money by src/pages/security/hold.tsx',
      ]),
    );
  });
});
