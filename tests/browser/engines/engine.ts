// The engine that a run of browser tests uses: Chromium, or one of the others on the long list (vitest.config.ts).
import type { Browser } from 'playwright-core';
import { launchChromium } from '#fixtures/browser/chromium.ts';

export const engines = ['chromium', 'firefox', 'webkit'] as const;
export type Engine = (typeof engines)[number];

export const engine: Engine = engines.find((each) => each === process.env.TEST_ENGINE) ?? 'chromium';

/** Starts it. Each engine supports what the tests need of Playwright's browser. */
export async function launchBrowser(): Promise<Browser> {
  if (engine === 'firefox') return (await import('./firefox.ts')).launchFirefox();
  if (engine === 'webkit') return (await import('./webkit.ts')).launchWebKit();
  return launchChromium();
}
