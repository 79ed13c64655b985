// A tab of WebKit with the methods that the tests need of Playwright's page.
import { writeFileSync } from 'node:fs';
import { PAGE_PATIENCE_MS } from '#fixtures/browser/page-patience.ts';
import type { HeldRequest, Middleman, Pattern, Handler } from './middleman.ts';
import type { WebKitDriver } from './webkit-driver.ts';
import { WebKitLocator, type NameOptions } from './webkit-locator.ts';

const POLL_MS = 40;

/** The clock of a profile's pages. */
export interface Clock {
  install(): Promise<void>;
  fastForward(milliseconds: number): Promise<void>;
  pauseAt(moment: number): Promise<void>;
  resume(): Promise<void>;
}

/** The part of a console line that tests read. */
interface Line {
  type(): string;
  text(): string;
}

type Listener = (said: Line & Error) => void;

export class WebKitPage {
  readonly clock: Clock;
  /** How long a step waits for what it needs. */
  timeout = PAGE_PATIENCE_MS;
  private readonly driver: WebKitDriver;
  private readonly window: string;
  private readonly middleman: Middleman;
  private readonly profile: unknown;
  private readonly listeners = new Map<string, Listener[]>();
  private readonly onClose: () => Promise<void>;

  constructor(parts: {
    driver: WebKitDriver;
    window: string;
    middleman: Middleman;
    profile: unknown;
    clock: Clock;
    onClose: () => Promise<void>;
  }) {
    this.driver = parts.driver;
    this.window = parts.window;
    this.middleman = parts.middleman;
    this.profile = parts.profile;
    this.clock = parts.clock;
    this.onClose = parts.onClose;
  }

  context(): unknown {
    return this.profile;
  }

  setDefaultTimeout(milliseconds: number): void {
    this.timeout = milliseconds;
  }

  on(event: string, listener: Listener): void {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]);
  }

  /** Reports an error or a warning to the test's listeners, as Playwright does. */
  tell(kind: 'error' | 'warning' | 'thrown', text: string): void {
    const said = Object.assign(new Error(text), { type: () => kind, text: () => text });
    for (const listener of this.listeners.get(kind === 'thrown' ? 'pageerror' : 'console') ?? []) listener(said);
  }

  command(method: string, path: string, body?: object): Promise<unknown> {
    return this.driver.to(this.window, method, path, body);
  }

  /** Calls a function in the page; its arguments may be elements, and lists of them. */
  async run(act: (...parameters: never[]) => unknown, ...parameters: unknown[]): Promise<unknown> {
    // The driver does not convert elements inside a list, so each is a separate argument, and lists are reassembled in
    // the page.
    const lengths = parameters.map((each) => (Array.isArray(each) ? each.length : null));
    const script = `const given = [...arguments], done = given.pop(), lengths = given.shift();
      const parameters = lengths.map((length) => (length === null ? given.shift() : given.splice(0, length)));
      Promise.resolve().then(() => (${String(act)})(...parameters)).then((value) => done({ value, at: location.href }), (error) => done({ error: String(error && error.message || error) }));`;
    const args = [lengths, ...parameters.flat(1).map((each) => (each === undefined ? null : each))];
    const outcome = (await this.command('POST', '/execute/async', { script, args })) as {
      readonly value?: unknown;
      readonly at?: string;
      readonly error?: string;
    };
    if (outcome.error !== undefined) throw new Error(outcome.error);
    this.address = outcome.at ?? this.address;
    return outcome.value;
  }

  evaluate(act: string | ((argument: never) => unknown), argument?: unknown): Promise<unknown> {
    if (typeof act !== 'string') return this.run(act, argument);
    return this.command('POST', '/execute/sync', { script: act, args: [] });
  }

  locator(selector: string): WebKitLocator {
    return new WebKitLocator(this, []).locator(selector);
  }

  getByRole(role: string, options?: NameOptions): WebKitLocator {
    return new WebKitLocator(this, []).getByRole(role, options);
  }

  getByLabel(text: string, options?: NameOptions): WebKitLocator {
    return new WebKitLocator(this, []).getByLabel(text, options);
  }

  getByText(text: string, options?: NameOptions): WebKitLocator {
    return new WebKitLocator(this, []).getByText(text, options);
  }

  private address = '';
  private isShut = false;

  isClosed(): boolean {
    return this.isShut;
  }

  /** The URL that was seen last, which is also what Playwright returns. */
  url(): string {
    return this.address;
  }

  private async look(): Promise<string> {
    return (this.address = String(await this.command('GET', '/url')));
  }

  async goto(url: string): Promise<void> {
    await this.command('POST', '/url', { url });
    await this.look();
  }

  async reload(): Promise<void> {
    await this.command('POST', '/refresh');
    await this.look();
  }

  async goBack(): Promise<void> {
    await this.command('POST', '/back');
    await this.look();
  }

  async goForward(): Promise<void> {
    await this.command('POST', '/forward');
    await this.look();
  }

  async waitForURL(wanted: RegExp | ((url: URL) => boolean)): Promise<void> {
    const end = Date.now() + this.timeout;
    const fits = (url: string): boolean => (wanted instanceof RegExp ? wanted.test(url) : wanted(new URL(url)));
    while (!fits(await this.look())) {
      if (Date.now() > end)
        throw new Error(`Waited ${this.timeout} ms in vain for another address than ${this.address}.`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  waitForRequest(pattern: Pattern): Promise<HeldRequest> {
    return this.middleman.next(pattern);
  }

  route(pattern: Pattern, handler: Handler): Promise<void> {
    return Promise.resolve(this.middleman.route(pattern, handler));
  }

  unroute(pattern: Pattern): Promise<void> {
    return Promise.resolve(this.middleman.unroute(pattern));
  }

  async screenshot({ path }: { readonly path?: string } = {}): Promise<Buffer> {
    const picture = Buffer.from(String(await this.command('GET', '/screenshot')), 'base64');
    if (path !== undefined) writeFileSync(path, picture);
    return picture;
  }

  close(): Promise<void> {
    return this.onClose();
  }

  /** Closes the window itself. */
  async shut(): Promise<void> {
    this.isShut = true;
    await this.command('DELETE', '/window');
  }
}
