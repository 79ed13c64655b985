// Debian's WebKitGTK with what the tests need of Playwright's browser. WebDriver can neither hold a call, nor run a
// script before the page's own, nor read the console: a proxy between the page and the club does all three.
import { build } from 'esbuild';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { giveDevice, type PageDevice } from '#walk/browser/page-device.ts';
import { Caller } from './caller.ts';
import type { Cookie, Jar, SentCookie } from './cookies.ts';
import { DEVICE_SCRIPT, openDevice } from './device.ts';
import { Middleman, NOISE_PATH, type Handler, type Pattern } from './middleman.ts';
import { WebKitDriver } from './webkit-driver.ts';
import { WebKitPage, type Clock } from './webkit-page.ts';

const HEIGHT = 780;
const WIDTH = 1280;

interface ContextOptions {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly serviceWorkers?: 'allow' | 'block';
}

/**
 * Sends the errors of the page, and what its scripts log. What the engine itself writes to the console is out of its
 * reach.
 */
const NOISE = `(() => {
  const tell = (kind, text) => navigator.sendBeacon('${NOISE_PATH}', JSON.stringify([[kind, String(text)]]));
  for (const [kind, name] of [['error', 'error'], ['warning', 'warn']]) {
    const own = console[name].bind(console);
    console[name] = (...said) => { tell(kind, said.map((each) => (each && each.stack) || each).join(' ')); own(...said); };
  }
  addEventListener('error', (event) => { if (event.message) tell('thrown', event.message); });
  addEventListener('unhandledrejection', (event) => tell('thrown', (event.reason && event.reason.message) || event.reason));
  addEventListener('securitypolicyviolation', (event) => tell('error', event.violatedDirective + ' refuses ' + event.blockedURI));
})();`;
const NO_WORKERS =
  'if (navigator.serviceWorker) navigator.serviceWorker.register = () => new Promise(() => undefined);';

/** Modules that the clock loads when it runs in Node; in a page it never needs them. */
const OF_NODE = ['util', 'timers', 'timers/promises'];
let clockBuilt: Promise<string> | null = null;

/** The clock as one script for a page. */
function clockScript(): Promise<string> {
  clockBuilt ??= build({
    entryPoints: [join(import.meta.dirname, 'webkit-clock.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    external: OF_NODE,
    define: { global: 'globalThis' },
  }).then(({ outputFiles }) => outputFiles[0]?.text ?? '');
  return clockBuilt;
}

class WebKitContext {
  readonly clock: Clock;
  readonly request: Caller;
  private readonly driver: WebKitDriver;
  private readonly middleman: Middleman;
  private readonly device: PageDevice;
  private readonly scripts: string[] = [];
  private readonly pages: WebKitPage[] = [];
  /** A window in which no page has been opened yet. */
  private spare: string | null;
  private clockText: string | null = null;
  private ahead = 0;
  private paused: number | null = null;

  private constructor(driver: WebKitDriver, middleman: Middleman) {
    this.driver = driver;
    this.middleman = middleman;
    this.device = openDevice(middleman);
    this.spare = driver.firstWindow;
    this.clock = {
      install: async () => {
        this.clockText = await clockScript();
      },
      fastForward: (milliseconds) => this.tellClocks(() => (this.ahead += milliseconds), `forward(${milliseconds})`),
      pauseAt: (moment) => this.tellClocks(() => (this.paused = moment), `pause(${moment})`),
      resume: () => this.tellClocks(() => (this.paused = null), 'resume()'),
    };
    const jar: Jar = {
      read: () => this.cookies(),
      add: (cookie) => this.addCookies([cookie]),
      remove: async (name) => void (await driver.send('DELETE', `/cookie/${name}`)),
    };
    this.request = new Caller(jar);
    middleman.jar = jar;
    middleman.script = () => this.script();
    middleman.onNoise = (kind, text) => this.pages[0]?.tell(kind, text);
  }

  static async open({ viewport, serviceWorkers }: ContextOptions): Promise<WebKitContext> {
    const middleman = await Middleman.open();
    const driver = await WebKitDriver.start({
      proxy: middleman.address,
      width: viewport?.width ?? WIDTH,
      height: viewport?.height ?? HEIGHT,
    });
    const context = new WebKitContext(driver, middleman);
    if (serviceWorkers === 'block') context.scripts.push(NO_WORKERS);
    return context;
  }

  private script(): string {
    const clock =
      this.clockText === null
        ? []
        : [`window.testClockAt = ${JSON.stringify({ ahead: this.ahead, paused: this.paused })};`, this.clockText];
    return [NOISE, DEVICE_SCRIPT, ...clock, ...this.scripts].join('\n');
  }

  private async tellClocks(note: () => unknown, act: string): Promise<void> {
    note();
    for (const page of this.pages) await page.evaluate(`if (window.testClock) window.testClock.${act};`);
  }

  async newPage(): Promise<WebKitPage> {
    const window =
      this.spare ??
      ((await this.driver.send('POST', '/window/new', { type: 'tab' })) as { readonly handle: string }).handle;
    this.spare = null;
    const page: WebKitPage = new WebKitPage({
      driver: this.driver,
      window,
      middleman: this.middleman,
      profile: strict(this, "WebKit's profile"),
      clock: strict(this.clock, "WebKit's clock"),
      onClose: () => this.closePage(page),
    });
    this.pages.push(page);
    const opened = strict(page, "WebKit's page");
    giveDevice(opened as unknown as Page, this.device);
    return opened;
  }

  /** The browser would end with its last window and lose its profile, so another one is opened first. */
  private async closePage(page: WebKitPage): Promise<void> {
    this.pages.splice(this.pages.indexOf(page), 1);
    if (this.pages.length === 0)
      this.spare = (
        (await this.driver.send('POST', '/window/new', { type: 'tab' })) as { readonly handle: string }
      ).handle;
    await page.shut();
  }

  addInitScript(script: string | ((argument: never) => void), argument?: unknown): Promise<void> {
    this.scripts.push(typeof script === 'string' ? script : `(${String(script)})(${JSON.stringify(argument)});`);
    return Promise.resolve();
  }

  /** The cookies of the open page: WebDriver returns no others. */
  async cookies(): Promise<readonly Cookie[]> {
    return (await this.driver.send('GET', '/cookie')) as Cookie[];
  }

  async addCookies(cookies: readonly (Cookie & Partial<SentCookie> & { readonly url?: string })[]): Promise<void> {
    for (const { url, expires, path = '/', ...cookie } of cookies) {
      const here = String(await this.driver.send('GET', '/url'));
      // Cookies can be set only for the open page: one of the club that has nothing to do with the app.
      if (url !== undefined && !here.startsWith(url))
        await this.driver.send('POST', '/url', { url: `${url}/robots.txt` });
      await this.driver.send('POST', '/cookie', {
        cookie: { ...cookie, path, ...(expires === undefined ? {} : { expiry: expires }) },
      });
    }
  }

  async clearCookies(): Promise<void> {
    await this.driver.send('DELETE', '/cookie');
  }

  route(pattern: Pattern, handler: Handler): Promise<void> {
    return Promise.resolve(this.middleman.route(pattern, handler));
  }

  unroute(pattern: Pattern): Promise<void> {
    return Promise.resolve(this.middleman.unroute(pattern));
  }

  setOffline(offline: boolean): Promise<void> {
    return Promise.resolve(this.middleman.cut(offline));
  }

  async close(): Promise<void> {
    await this.driver.stop();
    await this.middleman.close();
  }
}

/** Throws if a test uses a property of Playwright's that is missing here, instead of returning `undefined`. */
function strict<T extends object>(target: T, name: string): T {
  return new Proxy(target, {
    get: (of, property) => {
      const value: unknown = Reflect.get(of, property, of);
      if (
        value === undefined &&
        typeof property === 'string' &&
        !['then', 'toJSON', 'asymmetricMatch', '$$typeof'].includes(property) &&
        !(property in of)
      )
        throw new Error(`${name} has no ${property}.`);
      return typeof value === 'function' ? (value as (...parameters: unknown[]) => unknown).bind(of) : value;
    },
  });
}

export function launchWebKit(): Promise<Browser> {
  const open = new Set<WebKitContext>();
  const browser = {
    newContext: async (options: ContextOptions = {}) => {
      const context = await WebKitContext.open(options);
      open.add(context);
      return strict(context, "WebKit's profile");
    },
    close: async () => {
      await Promise.all([...open].map((context) => context.close()));
    },
  };
  return Promise.resolve(strict(browser, 'WebKit') as unknown as Browser);
}
