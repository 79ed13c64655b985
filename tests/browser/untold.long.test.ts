// The app as it is built for members, without what it tells the analysts' site of a development build.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('the members’ app tells no window where it is', () => {
  const assets = join('dist', 'client', 'assets');
  expect(existsSync(assets), 'npm run build:client makes the app').toBe(true);
  const telling = readdirSync(assets).filter(
    (file) => file.endsWith('.js') && /perch:\s*[`'"]live/.test(readFileSync(join(assets, file), 'utf8')),
  );
  expect(telling).toEqual([]);
});
