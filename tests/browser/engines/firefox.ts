// Debian's Firefox ESR, driven by Playwright over WebDriver BiDi. A proxy does what BiDi can't do there yet: with BiDi
// the body of a call can't be read, and a call that a test loses is sent again.
import { join } from 'node:path';
import { firefox } from 'playwright-core-1.62';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { giveDevice, type PageDevice } from '#walk/browser/page-device.ts';
import { Caller } from './caller.ts';
import type { Jar } from './cookies.ts';
import { DEVICE_SCRIPT, openDevice } from './device.ts';
import { Middleman, type Handler, type Pattern } from './middleman.ts';

/** The script that starts the Firefox of `FIREFOX_PATH`. */
const FIREFOX = join(import.meta.dirname, 'firefox.sh');

const PREFERENCES = {
  // The club is on this machine; by default Firefox uses no proxy for it.
  'network.proxy.allow_hijacking_localhost': true,
  // After Back, Playwright waits until the page has loaded; a page from a cache never loads.
  'fission.bfcacheInParent': false,
  'browser.sessionhistory.max_total_viewers': 0,
  // By default Firefox repeats a lost call by itself, but the page should notice the loss.
  'network.http.request.max-attempts': 1,
  // As on a phone, scroll bars take no room from the page.
  'ui.useOverlayScrollbars': 1,
};

/**
 * Playwright types by setting a field's value in the page's own world, where React takes it for a value that it has set
 * itself and restores the old one. Here the engine inserts the text, as it does for a keyboard.
 */
const TYPING = `Object.defineProperty(window, '__pw_bidiInsertText', {
  get: () => (text) => { document.execCommand('insertText', false, text); },
  set: () => undefined,
});`;

export async function launchFirefox(): Promise<Browser> {
  // The types of the two versions differ only in what no test here uses.
  const browser = (await firefox.launch({
    channel: 'moz-firefox',
    executablePath: FIREFOX,
    firefoxUserPrefs: PREFERENCES,
  })) as unknown as Browser;
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const middleman = await Middleman.open();
    const context = await open({ ...options, proxy: { server: `http://${middleman.address}` } });
    context.once('close', () => void middleman.close());
    await context.addInitScript(TYPING);
    await context.addInitScript(DEVICE_SCRIPT);
    return behind(middleman, context, openDevice(middleman));
  };
  return browser;
}

function behind(middleman: Middleman, context: BrowserContext, device: PageDevice): BrowserContext {
  const routes = {
    route: (pattern: Pattern, handler: Handler) => Promise.resolve(middleman.route(pattern, handler)),
    unroute: (pattern: Pattern) => Promise.resolve(middleman.unroute(pattern)),
  };
  const newPage = context.newPage.bind(context);
  const jar: Jar = {
    read: (url) => context.cookies(url),
    add: (cookie, url) => context.addCookies([{ ...cookie, domain: new URL(url).hostname }]),
    remove: (name) => context.clearCookies({ name }),
  };
  middleman.jar = jar;
  const caller = new Caller(jar);
  Object.assign(context.request, {
    get: caller.get.bind(caller),
    post: caller.post.bind(caller),
    fetch: caller.fetch.bind(caller),
  });
  const own = {
    ...routes,
    newPage: async (): Promise<Page> => {
      const page = Object.assign(await newPage(), routes);
      giveDevice(page, device);
      return page;
    },
  };
  return Object.assign(context, own) as unknown as BrowserContext;
}
