import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFAULT_CULTURE } from '#src/i18n/cultures.ts';
import { SERVER_AREAS } from './server-areas.ts';

/**
 * Each area's texts are declared once, beside the code that they belong to: what is declared nowhere could not be asked
 * for, and what is declared as another area's would promise keys that are not there.
 */

const DECLARED = /interface AreaTexts \{\n(.*?)\n\}/gs;
const LINE = /^ *'?([\w-]+)'?: typeof (\w+);$/gm;

type Sources = ReadonlyMap<string, string>;

/** Every file of the client's source that may hold code, by its name. */
function sourcesBelow(folder: string): Sources {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  return new Map(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
}

/** What is wrong with the declarations in the sources, area by area. */
function mistakesIn(sources: Sources, areas: readonly string[]): readonly string[] {
  const lines = [...sources].flatMap(([file, text]) =>
    [...text.matchAll(DECLARED)].flatMap(([, body = '']) =>
      [...body.matchAll(LINE)].map(([, area = '', name = '']) => {
        const texts = new RegExp(`^import type ${name} from '#locales/${DEFAULT_CULTURE}/([\\w-]+)\\.json';$`, 'm');
        return { area, file, of: texts.exec(text)?.[1] ?? 'nothing' };
      }),
    ),
  );
  return [
    ...areas.filter((area) => !lines.some((line) => line.area === area)).map((area) => `${area}: not declared`),
    ...lines
      .filter(({ area, of }) => area !== of)
      .map(({ area, file, of }) => `${area}: the texts of ${of} in ${file}`),
    ...lines
      .filter((line, place) => lines.findIndex(({ area }) => area === line.area) !== place)
      .map(({ area, file }) => `${area}: once more in ${file}`),
  ];
}

describe('the areas of texts', () => {
  const areas = readdirSync(join('locales', DEFAULT_CULTURE)).map((file) => file.replace('.json', ''));

  it('are declared once each', () => {
    expect(
      mistakesIn(
        sourcesBelow('src'),
        areas.filter((area) => !SERVER_AREAS.includes(area)),
      ),
    ).toEqual([]);
  });

  it('are found where they are declared nowhere, twice, or as those of another', () => {
    const declaring = (name: string, of: string) =>
      `import type texts from '#locales/en-US/${of}.json';\n\ndeclare module '#src/i18n/areas.ts' {\n  interface AreaTexts {\n    ${name}: typeof texts;\n  }\n}\n`;
    const sources = new Map([
      ['a.tsx', declaring('deposit', 'deposit')],
      ['b.tsx', declaring("'sign-in'", 'sign-up')],
      ['c.tsx', declaring('deposit', 'deposit')],
    ]);
    expect(mistakesIn(sources, ['deposit', 'sign-in', 'wallet'])).toEqual([
      'wallet: not declared',
      'sign-in: the texts of sign-up in b.tsx',
      'deposit: once more in c.tsx',
    ]);
  });

  // A glob takes no list but one that is written in it.
  it.each(['src/i18n/load-page-area.ts', 'walk/component/stage.tsx'])('of the server are left out by %s', (file) => {
    const [, left = ''] =
      /!(?:\.\.\/\.\.\/locales|\.)\/[^/]+\/\{([\w,-]+)\}\.json/.exec(readFileSync(file, 'utf8')) ?? [];
    expect(left.split(',')).toEqual(SERVER_AREAS);
  });

  it('of the server are those of its catalogue that no page shares', () => {
    const used = [
      ...readFileSync('server/platform/texts/texts.ts', 'utf8').matchAll(/locales\/en-US\/([\w-]+)\.json/g),
    ];
    const declared = [...sourcesBelow('src').values()].join('\n');
    const shared = (area: string) => declared.includes(`'#locales/${DEFAULT_CULTURE}/${area}.json'`);
    expect(used.map(([, area = '']) => area).filter((area) => !shared(area))).toEqual(SERVER_AREAS);
  });
});
