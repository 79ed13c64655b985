// What is shown while the code of a step is fetched has the step's heading: whoever hears the page is told where they
// are from the first moment. A part of a step is a LatePart, which the linter sees to.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const FLOWS = 'src/flows';
const PLACE = '<PageSlot waiting=';
const FALLBACK = new RegExp(String.raw`${PLACE}\{(?:<(\w+)[^>]*/>|(\w+))\}>`, 'g');

/** The source of what a fallback renders: a component of the file, or a constant. */
function sourceOf(text: string, name: string): string {
  const start = text.search(new RegExp(String.raw`(?:function|const) ${name}\b`));
  if (start < 0) return '';
  return text.slice(start, start + text.slice(start).search(/\n\s*(?:\);|\})\n/));
}

/** The fallbacks of a source that have no heading. */
const bare = (text: string) =>
  [...text.matchAll(FALLBACK)]
    .map(([, element, constant]) => element ?? constant ?? '')
    .filter((name) => !sourceOf(text, name).includes('<PageHeading'));

describe('a step whose code is fetched', () => {
  const sources = readdirSync(FLOWS, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => ({ name, text: readFileSync(join(FLOWS, name), 'utf8') }))
    .filter(({ text }) => text.includes(PLACE));

  it('has its heading meanwhile', () => {
    expect(sources.length).toBeGreaterThan(1);
    for (const { name, text } of sources) {
      expect([...text.matchAll(FALLBACK)], name).toHaveLength(text.split(PLACE).length - 1);
      expect([name, bare(text)]).toEqual([name, []]);
    }
  });

  it('would be found without one', () => {
    const planted = 'function Fetching() {\n  return <Waiting />;\n}\n<PageSlot waiting={<Fetching />}>';
    expect(bare(planted)).toEqual(['Fetching']);
    expect(bare('<PageSlot waiting={<div className="panel" />}>')).toEqual(['div']);
  });
});
