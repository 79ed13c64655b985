// Starts Chromium. Tests that run in Firefox and WebKitGTK too call `launchBrowser` (tests/browser/engines/engine.ts).
import { chromium, type Browser } from 'playwright-core';
import { PAGE_PATIENCE_MS } from './page-patience.ts';

/**
 * Quiet and the same everywhere: no graphics card, no second transport, and none of the browser's own errands on the
 * network, which would show up as unexpected requests.
 */
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A scroll bar would take its width from the page, as on no phone; without a window there is none anyway. */
const WITHOUT_SCROLL_BARS = '--hide-scrollbars';

interface Launch {
  readonly headed?: boolean;
  /** Ctrl-C ends neither the browser nor this process: whoever started it has something to write down first. */
  readonly outlivesInterrupt?: boolean;
}

/** `npm test` finds or installs one and passes its path on; by hand any installed one will do. */
export async function launchChromium({ headed = false, outlivesInterrupt = false }: Launch = {}): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  const args = headed ? [...FLAGS.filter((flag) => flag !== '--headless'), WITHOUT_SCROLL_BARS] : FLAGS;
  return prepared(await chromium.launch({ executablePath, args, headless: !headed, handleSIGINT: !outlivesInterrupt }));
}

/**
 * What every profile of the browser has. Its pages wait as long as a busy machine needs. And outside of the test
 * runner, tsx gives every function its name by a helper called `__name`: one that is sent into a page takes the calls
 * along but not the helper, so each page gets one that does nothing.
 */
function prepared(browser: Browser): Browser {
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    context.setDefaultTimeout(PAGE_PATIENCE_MS);
    await context.addInitScript('globalThis.__name ??= (named) => named;');
    return context;
  };
  return browser;
}
