import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/**
 * The style sheet stops what moves where less motion is asked for (base.css); it cannot stop what a script moves by
 * itself.
 */

const movesIn = (code: string): readonly string[] =>
  [...code.matchAll(/\bbehavior:\s*['"]smooth|\.animate\(|\bstartViewTransition\b/g)].map(([found]) => found);

describe('motion', () => {
  it('is left to the style sheet', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
    expect(files.length).toBeGreaterThan(300);
    expect(files.filter((name) => movesIn(readFileSync(`src/${name}`, 'utf8')).length > 0)).toEqual([]);
  });

  it.each(["scrollTo({ top: 0, behavior: 'smooth' })", 'bar.animate([], 180)', 'document.startViewTransition(show)'])(
    'of a script is found: %s',
    (planted) => {
      expect(movesIn(planted)).toHaveLength(1);
    },
  );
});
