// The app as built for members, without what a development build tells the analysts' site.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('the members’ app tells no window its state', () => {
  const assets = join('dist', 'client', 'assets');
  expect(existsSync(assets), 'npm run build:client makes the app').toBe(true);
  const telling = readdirSync(assets).filter(
    (file) => file.endsWith('.js') && /perch:\s*[`'"]live/.test(readFileSync(join(assets, file), 'utf8')),
  );
  expect(telling).toEqual([]);
});
