import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Type has five sizes: 40, 28, 20, 16 and 14 px. Another between two of them would say nothing. */

const SIZES = ['4xl', '3xl', 'xl', 'base', 'sm'];
/** What is smaller, or measured otherwise, with its reason. */
const EXCEPT: Readonly<Record<string, string>> = {
  'src/pages/organization-chart/seat-card.tsx': 'a drawing, which is scaled',
  'src/pages/sales/month-chart.tsx': 'a drawing, which is scaled',
  'src/ui/member-nav.tsx': 'the names of the groups beside a page',
  'src/ui/member-phone.tsx': 'the initials in a bar',
  'src/ui/member-side.tsx': 'the initials in a bar',
};

const sizesIn = (code: string): readonly string[] =>
  [...code.matchAll(/\btext-(xs|sm|base|lg|\d?xl|\[[\d.]+(?:px|rem|em)\])/g)].map(([, size = '']) => size);
const othersIn = (code: string) => sizesIn(code).filter((size) => !SIZES.includes(size));

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx'))
  .map((name) => [`src/${name}`, readFileSync(`src/${name}`, 'utf8')] as const);

describe('type', () => {
  it('has five sizes', () => {
    expect(files.flatMap(([, code]) => sizesIn(code)).length).toBeGreaterThan(100);
    const others = files
      .filter(([file]) => !(file in EXCEPT))
      .flatMap(([file, code]) => othersIn(code).map((size) => `${file}: text-${size}`));
    expect(others).toEqual([]);
  });

  it('needs each exception', () => {
    const needed = files.filter(([, code]) => othersIn(code).length > 0).map(([file]) => file);
    expect(Object.keys(EXCEPT).toSorted()).toEqual(needed.toSorted());
  });

  it.each(['text-lg', 'sm:text-2xl', 'text-[15px]'])('of another size is found: %s', (planted) => {
    expect(othersIn(`<p className="${planted} text-sm">`)).toHaveLength(1);
  });
});
