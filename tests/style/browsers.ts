import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** What a browser has since which version, as MDN's data say it. */
interface Support {
  readonly version_added: string | boolean | null;
  readonly flags?: unknown;
  readonly prefix?: string;
}
interface Feature {
  readonly __compat?: { readonly support: Readonly<Partial<Record<string, Support | readonly Support[]>>> };
}
type Features = Feature & { readonly [part: string]: Features };

const { api, javascript } = createRequire(import.meta.url)('@mdn/browser-compat-data') as {
  readonly api: Features;
  readonly javascript: { readonly builtins: Features };
};

/** What MDN calls the browsers that package.json names. */
const NAMES: Readonly<Record<string, string>> = {
  chrome: 'chrome',
  edge: 'edge',
  firefox: 'firefox',
  safari: 'safari',
  ios_saf: 'safari_ios',
  samsung: 'samsunginternet_android',
};

/** The oldest browsers that the app is for (decision 0128): `browserslist` in package.json. */
export function oldestBrowsers(): readonly (readonly [browser: string, version: number])[] {
  const { browserslist } = JSON.parse(readFileSync('package.json', 'utf8')) as { browserslist: readonly string[] };
  return browserslist.map((line) => {
    const [name = '', , version = ''] = line.split(' ');
    const browser = NAMES[name];
    if (browser === undefined || !(Number(version) > 0))
      throw new Error(`package.json names an unknown browser: ${line}`);
    return [browser, Number(version)];
  });
}

/** The browsers that lack a feature in their oldest version; null if the data do not know it. */
function lackedBy({ __compat }: Feature): readonly string[] | null {
  if (__compat === undefined) return null;
  return oldest.flatMap(([browser, version]) => {
    const has = [__compat.support[browser] ?? []]
      .flat()
      .some(
        ({ version_added: added, flags, prefix }: Support) =>
          flags === undefined &&
          prefix === undefined &&
          typeof added === 'string' &&
          Number.parseFloat(added.replace('≤', '')) <= version,
      );
    return has ? [] : [`${browser} ${version}`];
  });
}

const oldest = oldestBrowsers();

/** Every method of the language by its name: of which object it is, the code of a call does not say. */
const methods = new Map<string, Feature[]>();
for (const parts of Object.values(javascript.builtins))
  for (const [name, part] of Object.entries(parts))
    if (name !== '__compat') methods.set(name, [...(methods.get(name) ?? []), part]);

/** Words that methods of the app and of its libraries have as well. */
const OUR_WORDS = ['adopt', 'drop', 'error', 'use'];

/** The objects that every page has, and what MDN calls them. */
const OBJECTS: Readonly<Record<string, string>> = { window: 'Window', document: 'Document', navigator: 'Navigator' };

/**
 * What a source file uses of browsers that one of the oldest lacks, each with them: members of a global object, as in
 * `AbortSignal.any`, and methods that are new on whatever object of the language has them, as in `toSorted`.
 */
export function lackingIn(code: string): ReadonlyMap<string, readonly string[]> {
  const lacking = new Map<string, readonly string[]>();
  const note = (used: string, features: readonly (Feature | undefined)[]): void => {
    const known = features
      .flatMap((each) => (each === undefined ? [] : [lackedBy(each)]))
      .filter((each) => each !== null);
    const [first] = known;
    if (first !== undefined && known.every(({ length }) => length > 0)) lacking.set(used, first);
  };
  const lines = code.replaceAll(/\/\*.*?\*\/|^\s*\/\/[^\n]*/gms, '');
  for (const [, owner = '', name = ''] of lines.matchAll(
    /(?<![.\w])(?:(?:host|globalThis|window)\??\.)?([A-Z]\w+|window|document|navigator)\??\.([a-z]\w*)\b/g,
  )) {
    const parts = api[OBJECTS[owner] ?? owner] ?? javascript.builtins[owner];
    note(`${owner}.${name}`, [parts?.[`${name}_static`] ?? parts?.[name]]);
  }
  for (const [, name = ''] of lines.matchAll(/\.([a-z]\w*)\(/g))
    if (!OUR_WORDS.includes(name)) note(name, methods.get(name) ?? []);
  for (const [, name = ''] of lines.matchAll(/\.(?:values|keys|entries)\(\)\s*\.([a-z]\w*)\(/g))
    note(`iterator.${name}`, [javascript.builtins['Iterator']?.[name]]);
  return lacking;
}
