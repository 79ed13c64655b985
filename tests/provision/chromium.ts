import { chromium, type Browser } from 'playwright-core';

/** The one way in which tests start a browser. */

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

/** `npm test` finds or installs one and passes its path on; by hand any installed one will do. */
export async function launchChromium({ headed = false }: { readonly headed?: boolean } = {}): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  const args = headed ? FLAGS.filter((flag) => flag !== '--headless') : FLAGS;
  return chromium.launch({ executablePath, args, headless: !headed });
}
