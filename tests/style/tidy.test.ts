import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';

import { isLeftover, missingAmong } from './named-files.ts';
import { contents, FILES, HAND_WRITTEN, MIGRATION } from './repository.ts';

/** Rules about the repository as a whole, which no compiler or linter checks. */

const LONGEST_FILE = 400;

function filesWhere(isWrong: (content: string, file: string) => boolean): string[] {
  return [...contents].filter(([file, content]) => isWrong(content, file)).map(([file]) => file);
}

describe('files', () => {
  it('are found at all', () => {
    expect(HAND_WRITTEN.length).toBeGreaterThan(20);
  });

  it(`have at most ${LONGEST_FILE} lines where they are written by hand`, () => {
    expect(filesWhere((content) => content.trimEnd().split('\n').length > LONGEST_FILE)).toEqual([]);
  });

  it('have no barrels among them', () => {
    expect(FILES.filter((file) => /^index\.tsx?$/.test(basename(file)))).toEqual([]);
  });

  it('end with a line break and use no tabs or carriage returns', () => {
    expect(filesWhere((content) => content !== '' && !content.endsWith('\n'))).toEqual([]);
    expect(filesWhere((content, file) => /[\t\r]/.test(content) && !file.endsWith('.svg'))).toEqual([]);
  });
});

describe('comments', () => {
  /** The formatter keeps code to this width and leaves comments as they are. */
  const WIDEST_COMMENT = 120;
  /** A directive ends with its reason, on the same line. */
  const DIRECTIVE = /(eslint|oxlint|oxfmt)-|@ts-/;
  const tooWide = (content: string) =>
    content
      .split('\n')
      .filter((line) => line.length > WIDEST_COMMENT && /^\s*(\/\/|\/?\*)/.test(line) && !DIRECTIVE.test(line));

  it(`are at most ${WIDEST_COMMENT} columns wide`, () => {
    const code = [...contents].filter(([file]) => /\.(tsx?|mjs|css)$/.test(file) && !file.includes('.gen.'));
    expect(code.flatMap(([file, content]) => tooWide(content).map((line) => `${file}: ${line}`))).toEqual([]);
  });

  const words = 'word '.repeat(30);
  it.each([
    [`// ${words}`, 1],
    [`  /** ${words} */`, 1],
    [`   * ${words}`, 1],
    [`const words = '${words}';`, 0],
    ['// a few words', 0],
  ])('are known by how they begin: %s', (line, found) => {
    expect(tooWide(line)).toHaveLength(found);
  });
});

describe('tables and lists in comments', () => {
  const LINE = /^\s*(?:\/\*\*?|\*(?!\/)|\/\/|#|--)(?= |$) ?(?<text>.*)$/;
  const ITEM = /^(?<indent> *)(?:[-*]|\d+\.) +\S/;
  const indentOf = (text: string) => text.search(/\S/);

  /** Lines that filling has joined or moved: a table's row without its indent, an item's second line below its mark. */
  const joined = (content: string) => {
    let item = -1;
    return content.split('\n').filter((line) => {
      const text = LINE.exec(line)?.groups?.['text'];
      const begun = ITEM.exec(text ?? '')?.groups?.['indent'];
      if (begun !== undefined) item = begun.length;
      else if (text === undefined || text.trim() === '' || text.startsWith('@')) item = -1;
      const isOutsideItem = begun === undefined && item >= 0 && indentOf(text ?? '') <= item;
      return isOutsideItem || /^\S.*\S {2,}\S/.test(text ?? '');
    });
  };

  it('keep their lines', () => {
    const code = [...contents].filter(
      ([file]) => /\.(tsx?|[mc]?js|css|sql|ya?ml|sh)$/.test(file) && !MIGRATION.test(file),
    );
    expect(code.flatMap(([file, content]) => joined(content).map((line) => `${file}: ${line}`))).toEqual([]);
  });

  it.each([
    [' *   npm test            the short list\n *   npm test -- --all   everything', 0],
    [' * npm test            the short list npm test -- --all', 1],
    [' * - `one`: the first\n *   of two\n * - `two`: the second', 0],
    [' * - `one`: the first\n * of two', 1],
    [' * - `one`: the first\n *\n * What follows.\n * @returns both', 0],
    ['// 1. the first\n// of two', 1],
    ["const table = 'a   b';", 0],
  ])('are known by their indent: %s', (content, found) => {
    expect(joined(content)).toHaveLength(found);
  });
});

describe('what tools leave behind', () => {
  it('is not in the repository', () => {
    expect(FILES.filter(isLeftover)).toEqual([]);
  });

  it('is ignored, and nothing that is ignored is in the repository', () => {
    expect(execFileSync('git', ['ls-files', '--cached', '--ignored', '--exclude-standard'], { encoding: 'utf8' })).toBe(
      '',
    );
    expect(readFileSync('.gitignore', 'utf8').split('\n')).toContain('*.tsbuildinfo');
  });

  it.each([
    ['tsconfig.tsbuildinfo', true],
    ['atlas/app/tsconfig.tsbuildinfo', true],
    ['dist/web/index.html', true],
    ['server/dist/main.js', true],
    ['npm-debug.log', true],
    ['src/app.tsx.orig', true],
    ['data/club.db', true],
    ['tests/api/support/data/rates.json', false],
    ['tsconfig.json', false],
    ['src/ui/map.tsx', false],
    ['coverage/index.html', true],
    ['docs/walked/0f3a/coverage/browser.json', false],
  ])('is known by its name: %s', (file, expected) => {
    expect(isLeftover(file)).toBe(expected);
  });
});

describe('comments and documents', () => {
  it('name existing files', () => {
    const read = [...contents].filter(([file]) => !MIGRATION.test(file) && !file.startsWith('tests/style/'));
    const missing = missingAmong(FILES);
    expect(read.flatMap(([file, content]) => missing(file, content).map((name) => `${file} names ${name}`))).toEqual(
      [],
    );
  });

  const there = ['src/ui/button.tsx', 'tests/database/database.test.ts', 'docs/atlas.md'];
  it.each([
    ['src/a.ts', '/** Compared by tests/api/tables.test.ts. */', ['tests/api/tables.test.ts']],
    ['src/a.ts', '// as in button.ts', ['button.ts']],
    ['src/a.ts', 'const a = 1; // see src/forms/', ['src/forms']],
    ['src/a.ts', '/**\n * The look of ./link.tsx.\n */', ['./link.tsx']],
    ['docs/a.md', 'Read `docs/missing.md` and `tests/ui/`.', ['docs/missing.md', 'tests/ui']],
    ['src/a.ts', '/** See src/ui/button.tsx, button.tsx, src/ui/, ./ui/button.tsx and tests/api/*.test.ts. */', []],
    ['src/a.ts', "const file = 'src/ui/missing.tsx';", []],
    ['docs/a.md', 'The command writes `report.json`; `docs/atlas.md` has more.', []],
  ])('are read: %s, %s', (file, content, missing) => {
    expect(missingAmong(there)(file, content)).toEqual(missing);
  });
});

describe('tests that share a worker', () => {
  /** The files of a worker share its modules, so a replaced module would affect the next file (decision 0038). */
  const sharesAMock = (content: string, file: string) =>
    /^tests\/(?!races|launch).*\.test\.tsx?$/.test(file) &&
    !/\.(apart|long)\.test\./.test(file) &&
    /\bvi\.(do)?[mM]ock\(/.test(content);

  it('are in a separate file if they replace a module', () => {
    expect(filesWhere(sharesAMock)).toEqual([]);
  });

  it.each([
    ['tests/components/page.test.tsx', true],
    ['tests/components/page.apart.test.tsx', false],
    ['tests/components/walk/control.long.test.tsx', false],
    ['tests/client/page.test.ts', true],
    ['tests/browser/page.test.ts', true],
    ['tests/races/locks.test.ts', false],
  ])('are known by their name: %s', (file, isWrong) => {
    expect(sharesAMock(`vi.${'mock'}('./page.tsx', replacement);`, file)).toBe(isWrong);
  });
});

describe('what belongs to one machine or workshop stays out', () => {
  /** Absolute paths of a developer's computer; split, or this file would be the first match. */
  const MACHINE_PATHS = new RegExp(
    ['work', 'root', 'home/[a-z]+', 'Users/[A-Za-z]+'].map((folder) => `(?<![\\w.*}-])/${folder}/[a-z]`).join('|'),
  );

  /** Names of tools that people happened to use; hashed, so that the list doesn't name them either. */
  const WORKSHOP_WORDS = new Set([
    'c857d09db23e',
    'c70eca6b0f88',
    '7d3194f79e64',
    '60965168ce76',
    '3ea125d0bff3',
    '487b91042c7c',
    '94a168d2da57',
    'd298391b0743',
  ]);

  it('paths', () => {
    expect(filesWhere((content) => MACHINE_PATHS.test(content))).toEqual([]);
  });

  it('words', () => {
    const isOfWorkshop = (word: string) =>
      WORKSHOP_WORDS.has(createHash('sha256').update(word).digest('hex').slice(0, 12));
    expect(filesWhere((content) => [...new Set(content.toLowerCase().match(/[a-z]+/g))].some(isOfWorkshop))).toEqual(
      [],
    );
  });
});

describe('package.json', () => {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >;

  it('names one exact version of each package', () => {
    const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(versions.filter(([, version]) => !/^(npm:[\w/@-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });

  it('agrees with the lock', () => {
    const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, typeof manifest> };
    expect(lock.packages['']?.dependencies).toEqual(manifest.dependencies);
    expect(lock.packages['']?.devDependencies).toEqual(manifest.devDependencies);
  });
});

describe('.ci/run', () => {
  it('can be executed and runs both lists', () => {
    expect(statSync('.ci/run').mode & 0o111).not.toBe(0);
    expect(readFileSync('.ci/run', 'utf8')).toMatch(
      /^set -euo pipefail$[\s\S]*^npm test$[\s\S]*^npm test -- --long --no-browser --within "\$left" --pace "\$percent"$/m,
    );
  });
});
