import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Type has five sizes: 40, 28, 20, 16 and 14 px. Another between two of them would say nothing (decision 0074). */

const SIZES = ['4xl', '3xl', 'xl', 'base', 'sm'];
const REMS = ['2.5rem', '1.75rem', '1.25rem', '1rem', '0.875rem'];
/** What is smaller, or measured otherwise, with its reason. */
const EXCEPT: Readonly<Record<string, string>> = {
  'src/pages/organization-chart/seat-card.tsx': 'a drawing, which is scaled',
  'src/pages/sales/month-chart.tsx': 'a drawing, which is scaled',
};
/** The same for the utilities of the style sheets. */
const EXCEPT_STYLES: Readonly<Record<string, string>> = {
  'acts: 0.75rem': 'a name below its icon, one of four beside each other on a phone',
  'dock-item: 0.75rem': 'a name below its icon, one of five beside each other on a phone',
  'timeline-step: 0.75rem': 'a name below its dot, one of five beside each other on a phone',
  'top-count: 0.75rem': 'a number in a dot on an icon',
  'hero-figure: clamp(1.25rem, min(7.5vw, 100cqi / (var(--letters) * 0.64)), 2.5rem)':
    'the largest size, as far as its line has room',
};

const sizesIn = (code: string): readonly string[] =>
  [...code.matchAll(/\btext-(xs|sm|base|lg|\d?xl|\[[\d.]+(?:px|rem|em)\])/g)].map(([, size = '']) => size);
const othersIn = (code: string) => sizesIn(code).filter((size) => !SIZES.includes(size));

/** Each size that a style sheet sets, with the utility or the selectors that it is in. */
function stylesIn(css: string): readonly (readonly [place: string, size: string])[] {
  let place = '';
  return css.split('\n').flatMap((line) => {
    const [, begun] = /^(?:@utility )?(\S.*?) \{$/.exec(line) ?? [];
    if (begun !== undefined) place = begun;
    const [, size] = /^\s+font(?:-size)?:\s*(.*);$/.exec(line) ?? [];
    return size === undefined ? [] : [[place, size] as const];
  });
}
const otherStylesIn = (css: string) =>
  stylesIn(css)
    .filter(([, size]) => !REMS.includes(size) && size !== 'inherit')
    .map(([place, size]) => `${place}: ${size}`);

const filesOf = (ending: string) =>
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => [`src/${name}`, readFileSync(`src/${name}`, 'utf8')] as const);
const files = filesOf('.tsx');
const sheets = filesOf('.css');

describe('type', () => {
  it('has five sizes', () => {
    expect(files.flatMap(([, code]) => sizesIn(code)).length).toBeGreaterThan(100);
    const others = files
      .filter(([file]) => !(file in EXCEPT))
      .flatMap(([file, code]) => othersIn(code).map((size) => `${file}: text-${size}`));
    expect(others).toEqual([]);
  });

  it('has them in the style sheets too, and needs each exception', () => {
    expect(sheets.flatMap(([, css]) => stylesIn(css)).length).toBeGreaterThan(10);
    expect(sheets.flatMap(([, css]) => otherStylesIn(css)).toSorted()).toEqual(Object.keys(EXCEPT_STYLES).toSorted());
  });

  it('needs each exception', () => {
    const needed = files.filter(([, code]) => othersIn(code).length > 0).map(([file]) => file);
    expect(Object.keys(EXCEPT).toSorted()).toEqual(needed.toSorted());
  });

  it.each(['text-lg', 'sm:text-2xl', 'text-[15px]'])('of another size is found: %s', (planted) => {
    expect(othersIn(`<p className="${planted} text-sm">`)).toHaveLength(1);
  });

  it.each(['15px', '0.9375rem', '1.5rem'])('of another size is found in a style sheet: %s', (planted) => {
    const css = `@utility card {\n  font-size: 1rem;\n  &:hover {\n    font-size: ${planted};\n  }\n}\n`;
    expect(otherStylesIn(css)).toEqual([`card: ${planted}`]);
  });
});
