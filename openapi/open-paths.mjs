// Writes the paths that the description opens to everybody (`security: []`): openapi/open-paths.gen.json, a list that
// the app can carry without the whole description. `npm run openapi` runs it after the bundle is made.
import { readFileSync, writeFileSync } from 'node:fs';

const [bundle, file] = process.argv.slice(2);
const { paths } = JSON.parse(readFileSync(bundle, 'utf8'));
const open = Object.entries(paths).flatMap(([path, calls]) => {
  const isOpen = Object.values(calls).map(({ security }) => security?.length === 0);
  // The app knows a call by its path alone.
  if (isOpen.includes(true) && isOpen.includes(false))
    throw new Error(`${path}: some of its calls are open, others are not`);
  return isOpen.includes(true) ? [path] : [];
});
writeFileSync(file, `${JSON.stringify(open, null, 2)}\n`);
