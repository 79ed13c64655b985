import { describe, expect, it } from 'vitest';
import { contents } from '#tests/style/repository.ts';

/**
 * A cut amount looks like a whole one. So what writes the short form marks it where it leaves out digits, and
 * everything else writes every digit.
 */

/** What marks an amount that it cuts. */
const MARKS = ['src/pages/receipt/moved-amount.tsx', 'src/ui/amount.tsx'];
/** Where the screens of flows say what is shown there; the walk looks for it. */
const SAYS = ['machines/chart/facts.ts'];

/** Whether code takes the short form of an amount. */
const cuts = (code: string): boolean =>
  [...code.matchAll(/import \{([^}]*)\} from '[^']*\/shown\.ts'/g)].some(([, names = '']) => /\bshown\b/.test(names));
const marks = (code: string): boolean => code.includes('${CUT} ');

const files = [...contents].filter(([file]) => /^(?:src|machines|server|money)\/.*\.tsx?$/.test(file));

describe('an amount in its short form', () => {
  it('is written only where it is marked', () => {
    const cutting = files.filter(([, code]) => cuts(code)).map(([file]) => file);
    expect(cutting.toSorted()).toEqual([...SAYS, ...MARKS].toSorted());
    for (const file of MARKS) expect([file, marks(contents.get(file) ?? '')]).toEqual([file, true]);
  });

  it.each([
    ["import { shown } from '#money/shown.ts';", true],
    ["import {\n  exact,\n  shown,\n} from '#money/shown.ts';", true],
    ["import { exactOf } from '#money/shown.ts';", false],
    ["import { shownInCurrency } from '#money/currencies.ts';", false],
  ])('would be found: %j, %s', (code, isFound) => {
    expect(cuts(code)).toBe(isFound);
  });
});
