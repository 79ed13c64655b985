// Every page of the app that is fetched when it is needed, so that a walk can have them before it stops its clock.
import { vi } from 'vitest';
import type { LazyPage } from '#src/ui/lazy-page.tsx';

const HERE = Symbol.for('perch.tests.pages-ahead');
/** One list for the worker: its files share the pages, but each has this module of its own. */
const shared = globalThis as { [HERE]?: LazyPage['preload'][] };
const preloads = (shared[HERE] ??= []);

vi.mock('#src/ui/lazy-page.tsx', async (original) => {
  const actual = await original<typeof import('#src/ui/lazy-page.tsx')>();
  const lazyPage: typeof actual.lazyPage = (load) => {
    const page = actual.lazyPage(load);
    preloads.push(page.preload);
    return page;
  };
  return { ...actual, lazyPage };
});

/**
 * Fetches every page that can be reached from these lists of routes, and the lists that are pages
 * themselves: one that is fetched adds its own pages, until none adds any. The first import from a module asks the
 * process that transforms, which may be busy for longer than a step may take, even where the page itself was fetched
 * before. Returns how many there were.
 */
export async function fetchPagesAhead(): Promise<number> {
  let fetched = 0;
  while (fetched < preloads.length) {
    const added = preloads.slice(fetched);
    fetched = preloads.length;
    await Promise.all(added.map((preload) => preload()));
  }
  return fetched;
}
