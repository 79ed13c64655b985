import { afterEach, expect, it } from 'vitest';
import { axeFindings } from './support/axe.ts';

afterEach(() => document.body.replaceChildren());

function shows(html: string): void {
  const main = document.createElement('main');
  main.innerHTML = html;
  document.body.append(main);
}

it('finds a button without a name, and an entry without a label', async () => {
  shows('<button id="nameless"></button><input id="bare">');
  expect((await axeFindings()).toSorted()).toEqual(['button-name at #nameless', 'label at #bare']);
});

it.each(['hidden', 'style="display: none"', 'style="visibility: hidden"'])(
  'ignores what is not shown: %s',
  async (how) => {
    shows(`<div ${how}><button></button></div><p>Something to read.</p>`);
    expect(await axeFindings()).toEqual([]);
  },
);
