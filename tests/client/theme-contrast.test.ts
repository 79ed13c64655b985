import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** WCAG 2.2 AA on the tokens themselves, so that a color with too little contrast fails before any screen uses it. */

const TEXT = 4.5;
const EDGE = 3;

const themes = new Map(
  // The raised surface has a palette of its own.
  ['src/styles/themes.css', 'src/styles/frame.css']
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split(/@plugin|@utility (?=raised\b)/)
        .slice(1),
    )
    .map((block) => {
      const tokens = [...block.matchAll(/--([\w-]+): oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)/g)].map(
        ([, name = '', ...lch]) => [name, luminance(lch.map(Number))] as const,
      );
      return [/name: ['"]([\w-]+)['"]|^(raised)\b/.exec(block)?.slice(1).find(Boolean) ?? '', new Map(tokens)] as const;
    }),
);

/** Relative luminance of an OKLCH color, through linear sRGB clipped to what a screen shows. */
function luminance([percent = 0, chroma = 0, hue = 0]: number[]): number {
  const [l, a, b] = [percent / 100, chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (value: number) => Math.min(1, Math.max(0, value));
  const red = clip(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short);
  const green = clip(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short);
  const blue = clip(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

const ON_NIGHT = [95.5, 0.012, 120];

/** What the ring of the focus is drawn in, and the surfaces that it is drawn on: a ring that names one of its own. */
const RINGS: Readonly<Record<string, readonly string[]>> = {
  'color-primary': ['color-base-100', 'color-base-200', 'color-base-300'],
  'color-on-night': ['perch-night'],
  'color-warning-content': ['color-warning'],
  'color-neutral-content': ['color-neutral'],
};

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(css|tsx)$/.test(name))
  .map((name) => readFileSync(`src/${name}`, 'utf8'));

it('a color that the raised surface has of its own is named so that it is told from that of the page', () => {
  const own = [...(themes.get('raised')?.keys() ?? [])].filter((name) => name.startsWith('perch-'));
  expect(own).toContain('perch-muted');
  // `--color-muted` is resolved at the root: on another surface it is still that of the page.
  const resolved = new RegExp(
    String.raw`var\(--color-(?:${own.map((name) => name.slice('perch-'.length)).join('|')})\b`,
  );
  expect(files.filter((text) => resolved.test(text))).toEqual([]);
});

it('finds the rings of all surfaces', () => {
  const named = files.flatMap((text) =>
    [...text.matchAll(/--perch-ring(?::|, ?) ?var\(--([\w-]+)/g)].map(([, name = '']) => name),
  );
  expect([...new Set(named)].toSorted()).toEqual(Object.keys(RINGS).toSorted());
});

/** Each rule of the styles that draws in one color on another, with the names of the two. */
const DRAWN = [
  ...new Map(
    readdirSync('src/styles')
      .flatMap((name) => blocksOf(readFileSync(`src/styles/${name}`, 'utf8')))
      .flatMap((declarations) => {
        const [ink, ground] = ['color', 'background-color'].map((name) => declarations.get(name));
        return ink === undefined || ground === undefined ? [] : [[ink, ground] as const];
      })
      .map((pair) => [pair.join(' on '), pair] as const),
  ).values(),
];

/** The declarations of each block of a style sheet that name one color, without those of the blocks within it. */
function blocksOf(css: string): readonly ReadonlyMap<string, string>[] {
  const [blocks, open]: [Map<string, string>[], Map<string, string>[]] = [[], [new Map()]];
  for (const [, part = '', end] of css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{};]*)([{};])/g)) {
    const [, name = '', color = ''] = /^\s*([\w-]+): var\(--([\w-]+)\)\s*$/.exec(part) ?? [];
    if (end === '{') open.push(new Map());
    else if (name !== '') open.at(-1)?.set(name, color);
    if (end === '}') blocks.push(open.pop() ?? new Map());
  }
  return blocks;
}

it('finds what is drawn in one color on another, and a pair that nobody can read', () => {
  expect(DRAWN).toContainEqual(['color-warning-content', 'color-warning']);
  expect(DRAWN.length).toBeGreaterThan(5);
  const planted =
    '.a { color: var(--color-base-content); & > b { color: red; } background-color: var(--color-warning); }';
  expect(blocksOf(planted).map((block) => [...block.values()])).toEqual([[], ['color-base-content', 'color-warning']]);
  const dark = themes.get('perch-dark');
  expect(contrast(dark?.get('color-base-content') ?? 0, dark?.get('color-warning') ?? 0)).toBeLessThan(TEXT);
});

it('finds both themes and the raised surface', () => {
  expect([...themes.keys()]).toEqual(['perch-light', 'perch-dark', 'raised']);
});

describe.each([...themes.keys()])('%s', (theme) => {
  const of = (name: string) => {
    const token = themes.get(theme)?.get(name);
    if (token === undefined) throw new Error(`${theme} has no ${name}`);
    return token;
  };
  const grounds = ['color-base-100', 'color-base-200'];

  it.each(
    [
      'color-base-content',
      'perch-muted',
      'color-primary',
      'color-info',
      'color-success',
      'color-warning',
      'color-error',
    ].flatMap((ink) => grounds.map((ground) => [ink, ground])),
  )('%s is readable on %s', (ink, ground) => {
    expect(contrast(of(ink), of(ground))).toBeGreaterThanOrEqual(TEXT);
  });

  it.each(['primary', 'secondary', 'accent', 'neutral', 'info', 'success', 'warning', 'error'])(
    'content on %s is readable',
    (name) => {
      expect(contrast(of(`color-${name}-content`), of(`color-${name}`))).toBeGreaterThanOrEqual(TEXT);
    },
  );

  it.each(DRAWN)('%s is readable on %s, as the styles draw it', (ink, ground) => {
    // The raised surface has only what it changes.
    const [drawn, below] = [ink, ground].map((name) =>
      name === 'color-on-night' ? luminance(ON_NIGHT) : (themes.get(theme)?.get(name) ?? null),
    );
    if (theme !== 'raised') expect([drawn, below]).not.toContain(null);
    if (drawn != null && below != null) expect(contrast(drawn, below)).toBeGreaterThanOrEqual(TEXT);
  });

  it.each(grounds)('the edge of a field is visible on %s', (ground) => {
    expect(contrast(of('perch-line'), of(ground))).toBeGreaterThanOrEqual(EDGE);
  });

  it('content on the dark side is readable', () => {
    expect(contrast(luminance(ON_NIGHT), of('perch-night'))).toBeGreaterThanOrEqual(TEXT);
  });

  it.each(Object.entries(RINGS).flatMap(([ring, on]) => on.map((ground) => [ring, ground] as const)))(
    'the ring of the focus in %s is visible on %s',
    (ring, ground) => {
      const drawn = ring === 'color-on-night' ? luminance(ON_NIGHT) : of(ring);
      expect(contrast(drawn, of(ground))).toBeGreaterThanOrEqual(EDGE);
    },
  );
});
