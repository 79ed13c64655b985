import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FOLDER, MOST_BYTES_TOGETHER, pictures } from './pictures.ts';

/** The first bytes of a file of each type. */
const beginnings = {
  webp: /^RIFF.{4}WEBP/s,
  svg: /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d+" height="\d+"/,
};

const contentOf = (picture: string): Buffer => readFileSync(join(FOLDER, picture));

it('the pictures of the README are those that the command takes, each with an alternative text', () => {
  const shown = [...readFileSync('README.md', 'utf8').matchAll(/<img [^>]*>/g)].map(([image]) => image);
  const sources = shown.map((image) => /src="([^"]*)"/.exec(image)?.[1]);
  expect(sources.toSorted()).toEqual(pictures.map((picture) => `${FOLDER}/${picture}`).toSorted());
  for (const image of shown) expect(/alt="([^"]*)"/.exec(image)?.[1]?.length, image).toBeGreaterThan(20);
  expect(readdirSync(FOLDER).toSorted()).toEqual(pictures.toSorted());
});

it.each(pictures)('%s is what its name says', (picture) => {
  const kind = picture.endsWith('.svg') ? 'svg' : 'webp';
  expect(contentOf(picture).toString('latin1').slice(0, 200)).toMatch(beginnings[kind]);
});

it('together they are small', () => {
  expect(pictures.reduce((sum, picture) => sum + contentOf(picture).length, 0)).toBeLessThan(MOST_BYTES_TOGETHER);
});
