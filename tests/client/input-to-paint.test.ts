// What made an input wait for its paint, and must not come back: see `npm run bench -- interaction`.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

interface Source {
  readonly file: string;
  readonly text: string;
}

const SOURCES: readonly Source[] = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(css|tsx?)$/.test(file))
  .map((file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(join('src', file), 'utf8') }));

const without = (text: string, comments: RegExp) => text.replace(comments, '');
const matches = ({ file, text }: Source, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([found]) => `${file}: ${found.trim()}`);

/** `:has()` of any element: each change of a page then restyles all siblings of all that is above it. */
function contentOfAnything({ file, text }: Source): readonly string[] {
  if (!file.endsWith('.css')) return [];
  return matches({ file, text: without(text, /\/\*.*?\*\//gs) }, /(?<![\w\])&*-]):has\([^)]*\)/g);
}

/** A formatter that is made each time something is written; the zone of the device is asked for each time. */
function formattersPerCall({ file, text }: Source): readonly string[] {
  return matches({ file, text }, /^.*new Intl\.(?!DateTimeFormat\(\)\.resolvedOptions).*$/gm).filter(
    (line) => !line.includes('??='),
  );
}

/** A form that is validated at each key, although its errors are shown once it was sent. */
function validatedAtEachKey({ file, text }: Source): readonly string[] {
  return matches({ file, text }, /validationSchema=(?:(?!validateOnChange=\{false\})[^])*?onSubmit=/g);
}

describe.each([
  {
    rule: contentOfAnything,
    planted: { file: 'planted.css', text: 'main > :has(.late) ~ * {}\n.in :is(p, :has(b)) {}' },
    finds: 2,
  },
  {
    rule: formattersPerCall,
    planted: { file: 'planted.ts', text: 'return new Intl.NumberFormat(culture).format(count);' },
    finds: 1,
  },
  {
    rule: validatedAtEachKey,
    planted: { file: 'planted.tsx', text: '<Formik validationSchema={schema} onSubmit={send}>' },
    finds: 1,
  },
])('$rule.name', ({ rule, planted, finds }) => {
  it('finds what is planted', () => {
    expect(rule(planted)).toHaveLength(finds);
  });

  it('finds nothing in the app', () => {
    expect(SOURCES.length).toBeGreaterThan(300);
    expect(SOURCES.flatMap(rule)).toEqual([]);
  });
});

it('the style has the parts of daisyUI that are named, not every part whose name is a word of the source', () => {
  for (const { file, text } of SOURCES)
    for (const [, options = ''] of text.matchAll(/@plugin ["']daisyui["'] \{([^}]*)\}/g))
      expect(options, file).toMatch(/^\s*include:/m);
});
