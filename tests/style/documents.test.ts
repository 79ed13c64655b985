import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { paths } from '#src/paths.ts';

import { contents, FILES } from './repository.ts';

/** The documents of the repository: their links work, and what they repeat from the code matches it. */

const documents = [...contents].filter(([file]) => file.endsWith('.md') && !file.startsWith('server/domain/contents/'));

/** The headings of a document as fragments of its URL. */
function anchorsOf(content: string): string[] {
  const headings = [...content.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replace(/ /g, '-'),
  );
}

/** The links of a document to missing files or headings. */
function deadLinksIn(file: string, content: string, read: (path: string) => string | null): string[] {
  const withoutCode = content.replace(/```[^]*?```|`[^`\n]*`/g, '');
  const targets = [...withoutCode.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets.filter((target) => {
    if (/^(https?|mailto):/.test(target)) return false;
    const [path = '', anchor] = target.split('#');
    const found = path === '' ? content : read(join(dirname(file), path));
    return found === null || (anchor !== undefined && !anchorsOf(found).includes(anchor));
  });
}

describe('links', () => {
  it('in every document lead to an existing file and heading', () => {
    const read = (path: string) => (existsSync(path) ? (contents.get(path) ?? '') : null);
    const dead = documents.flatMap(([file, content]) =>
      deadLinksIn(file, content, read).map((link) => `${file}: ${link}`),
    );
    expect(documents.length).toBeGreaterThan(60);
    expect(dead).toEqual([]);
  });

  it.each([
    ['[a](b.md)', []],
    ['[a](b.md#two-words) and [c](#here)\n\n# Here', []],
    ['[a](missing.md)', ['missing.md']],
    ['[a](b.md#another)', ['b.md#another']],
    ['`[a](missing.md)` and [b](https://example.com)', []],
  ])('are judged: %s', (content, dead) => {
    expect(deadLinksIn('docs/a.md', content, (path) => (path === 'docs/b.md' ? '# Two words\n' : null))).toEqual(dead);
  });
});

it('SECURITY.md says where the address of support is, which is the operator’s setting', () => {
  const text = readFileSync('SECURITY.md', 'utf8');
  expect(text.match(/[\w.]+@[\w.]+\w/g)).toBeNull();
  expect(text).toContain(`\`${paths.help}\``);
});

it('the license is a complete file, and package.json refers to it', () => {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { private: boolean; license: string };
  const [, file = ''] = /^SEE LICENSE IN (\S+)$/.exec(manifest.license) ?? [];
  const text = readFileSync(file, 'utf8');
  expect(manifest.private).toBe(true);
  expect(text).toMatch(/^Copyright \(c\) \d{4} \S.*All rights reserved\.$/m);
  expect(text).not.toMatch(/\[[^\]]*\]|<[^>]*>|TODO|YEAR|FULL NAME/);
});

it('the changelog has the form of Keep a Changelog, newest first', () => {
  const content = readFileSync('CHANGELOG.md', 'utf8');
  const versions = [...content.matchAll(/^## (.*)$/gm)].map(([, heading = '']) => heading);
  const kinds = [...content.matchAll(/^### (.*)$/gm)].map(([, heading = '']) => heading);
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(versions[0]).toBe('[Unreleased]');
  expect(versions.slice(1).filter((heading) => !/^\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d$/.test(heading))).toEqual([]);
  expect(
    kinds.filter((kind) => !/^(Added|Changed|Deprecated|Removed|Fixed|Security|Known limits)$/.test(kind)),
  ).toEqual([]);
  expect(content).toContain(version);
});

describe('a section of the changelog', () => {
  /** The bold words that more than one entry of a section begins with. */
  const begunTwice = (content: string) =>
    content.split(/^#{2,} /m).flatMap((section) => {
      const begun = [...section.matchAll(/^- \*\*([^*]+)\*\*/gm)].map(([, word = '']) => word);
      return begun.filter((word, place) => begun.indexOf(word) !== place);
    });
  /** The entries that an empty line separates from the one before. */
  const setApart = (content: string) => [...content.matchAll(/^(?:-|  ).*\n\n+(- .*)$/gm)].map(([, entry]) => entry);

  const changelog = readFileSync('CHANGELOG.md', 'utf8');

  it('says of one thing once', () => {
    expect(begunTwice(changelog)).toEqual([]);
  });

  it('is one list', () => {
    expect(setApart(changelog)).toEqual([]);
  });

  it.each([
    ['#### For members\n\n- **Home**: one.\n- **Mails**: two.\n- **Home**: three.\n', ['Home'], []],
    ['### Added\n\n- **Home**: one.\n\n### Fixed\n\n- **Home**: two.\n', [], []],
    ['### Added\n\n- One,\n  in two lines.\n\n- Two.\n- Three.\n', [], ['- Two.']],
  ])('is judged: %j', (content, twice, apart) => {
    expect(begunTwice(content)).toEqual(twice);
    expect(setApart(content)).toEqual(apart);
  });
});

/** The names in a list that a document's table doesn't have in a cell. */
function missingIn(table: string, names: readonly string[]): readonly string[] {
  const named = new Set([...table.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name.replace(/^npm (run )?/, '')));
  return names.filter((name) => !named.has(name));
}

describe('what is where', () => {
  const rowsOf = (file: string) => (contents.get(file) ?? '').split('\n').filter((line) => line.startsWith('| '));

  it('tests/README.md has a row for each folder of tests', () => {
    const folders = new Set(FILES.flatMap((file) => /^tests\/([^/]+\/)/.exec(file)?.[1] ?? []));
    const places = rowsOf('tests/README.md').map((row) => row.split(' | ')[1] ?? '');
    expect(folders.size).toBeGreaterThan(15);
    expect(missingIn(places.join('\n'), [...folders])).toEqual([]);
  });

  it('README.md says what each script is for', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    expect(missingIn(rowsOf('README.md').join('\n'), Object.keys(scripts))).toEqual([]);
  });

  it.each([
    ['| speed | `bench/`, `bench/long/` | |', ['bench/', 'prove/'], ['prove/']],
    ['| `npm start`, `npm run walk` | both |', ['start', 'walk', 'bench'], ['bench']],
    ['| `npm run openapi:html` | one page |', ['openapi'], ['openapi']],
  ])('is judged: %s', (table, names, missing) => {
    expect(missingIn(table, names)).toEqual(missing);
  });
});
