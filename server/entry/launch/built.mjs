import { isBuilt } from './current-build.mjs';
import { ROOT, step } from './steps.mjs';

/** Builds the app and the server if the present build does not match the present source. */
export async function ensureBuilt() {
  if (isBuilt(ROOT)) return;
  const { build } = await import('./build.mjs');
  await step('Building the app and the server', () => build({ evenIfBuilt: false }));
}
