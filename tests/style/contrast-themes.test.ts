// A contrast theme of the system replaces the page's colors: what is chosen has to look chosen all the same.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readdirSync('src/styles')
  .map((name) => readFileSync(`src/styles/${name}`, 'utf8').replaceAll(/\/\*.*?\*\//gs, ''))
  .join('\n');
/** What says in a selector that an element is chosen, open or where the member is. */
const STATE = /&(\[aria-(?:current|pressed|expanded|selected)[^\]]*\]|:has\(:checked\))(?=\s*[,{])/g;

/** The looks of chosen elements, as selectors: `.chip[aria-current]`. */
const looks = [...css.matchAll(/^@utility ([\w-]+) \{(.*?)^\}/gms)].flatMap(([, name, rules = '']) =>
  [...rules.matchAll(STATE)].map(([, state]) => `.${name}${state}`),
);
/** The rules for contrast themes that are about them. */
const themed = [...css.matchAll(/^@media \(forced-colors: active\) \{(.*?)^\}/gms)]
  .map(([, rules]) => rules)
  .join('\n');

describe('what is chosen is seen in a contrast theme', () => {
  it.each(looks)('%s', (look) => {
    const rule = [...themed.matchAll(/([^{}]*)\{([^{}]*)/g)].find(([, selectors = '']) =>
      selectors.split(',').some((selector) => selector.trim() === look),
    );
    expect(rule?.[2]).toContain('background-color: Highlight');
  });

  it('and the looks are found', () => {
    expect(looks).toEqual(expect.arrayContaining(['.chip[aria-current]', '.pill:has(:checked)']));
  });
});
