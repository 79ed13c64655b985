import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Which packages of npm have become a part of what a bundler wrote: their licenses go with it. */

/** What bundlers add themselves is not in any file: vite's loader of chunks, rolldown's runtime. */
const ADDED = /^\0(vite|rolldown)\//;
/** What a style sheet takes from elsewhere; Tailwind resolves this, so it is not among the bundler's modules. */
const TAKEN = /^@(?:import|plugin) ['"]([^'"]+)['"]/gm;

/**
 * @param {Iterable<string>} modules names of files, or of what a bundler made; style sheets are read for their imports
 * @returns {string[]} places of packages such as `node_modules/react`, as package-lock.json has them, sorted
 */
export function packagesOf(modules) {
  const places = [...modules].flatMap((module) => {
    const added = ADDED.exec(module)?.[1];
    if (added !== undefined) return [`node_modules/${added}`];
    const [file = ''] = module.replaceAll('\\', '/').split('?');
    const place = placeOf(file);
    if (place !== null) return [place];
    return file.endsWith('.css') ? packagesOfStyles(file) : [];
  });
  return [...new Set(places)].sort();
}

/** The innermost package of a file, with the packages that it is nested in. */
function placeOf(file) {
  const start = file.indexOf('node_modules/');
  if (start < 0) return null;
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file.slice(start))?.[0] ?? null;
}

function packagesOfStyles(file) {
  const taken = [...readFileSync(file, 'utf8').matchAll(TAKEN)].map(([, name]) => name);
  return taken.flatMap((name) =>
    name.startsWith('.')
      ? packagesOfStyles(join(dirname(file), name))
      : [`node_modules/${/^(?:@[^/]+\/)?[^/]+/.exec(name)[0]}`],
  );
}
