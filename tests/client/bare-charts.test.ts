// The client's charts come without what only their documents and tests read.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bareChart } from '#src/lean/charts.plugin.ts';

const SOURCES = readdirSync('machines', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => [name, readFileSync(join('machines', name), 'utf8')] as const)
  .filter(([, source]) => /\bmeta: \{/.test(source) && source.includes('requirements: ['));

describe('a chart of the client', () => {
  it('keeps everything of its states but what only documents and tests read', () => {
    const state = "meta: { route: '/Top', requirements: ['F-01', 'SRC §2'], title: 'a:b', tags: 'c' }";
    expect(bareChart(state)).toBe("meta: { route: '/Top',   tags: 'c' }");
    expect(bareChart("tags: 'a',\nlostAnswer:\n  'One, two: three.',\non: {}")).toBe("tags: 'a',\n\non: {}");
    expect(bareChart('lostAnswer: sameKeyAgain,\non: {}')).toBe('\non: {}');
    expect(bareChart("requirements: [\n  ...more,\n  'D-08',\n],\non: {}")).toBe('\non: {}');
  });

  it.each(SOURCES)(
    '%s names no part of the specification, no call, and nothing of reloads and lost answers',
    (_, source) => {
      expect(bareChart(source).replaceAll(/\/\*.*?\*\/|\/\/.*/gs, '')).not.toMatch(
        /'(?:SRC §|[FPD]-\d)|\b(?:lostAnswer|onReload):|\bapi: \[/,
      );
    },
  );
});
