// WebKitGTK's driver: one browser on a display of its own, driven over WebDriver (https://www.w3.org/TR/webdriver2/).
import { spawn, type ChildProcess } from 'node:child_process';
import { freePort } from '#tests/provision/free-port.mjs';

/** The key under which WebDriver names an element ("web element identifier"). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const LOAD_MS = 60_000;
const START_MS = 60_000;
const POLL_MS = 50;

export type ElementRef = Readonly<Record<typeof ELEMENT, string>>;

/** An error of the driver, such as `stale element reference`. */
export class DriverError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

export interface DriverOptions {
  readonly proxy: string;
  readonly width: number;
  readonly height: number;
}

interface Value {
  readonly value: unknown;
}

/** A browser with an empty profile, and its windows. Commands run one after the other. */
export class WebKitDriver {
  private readonly processes: readonly ChildProcess[];
  private readonly origin: string;
  private session = '';
  private window = '';
  private queue: Promise<unknown> = Promise.resolve();

  private constructor(processes: readonly ChildProcess[], origin: string) {
    this.processes = processes;
    this.origin = origin;
  }

  static async start({ proxy, width, height }: DriverOptions): Promise<WebKitDriver> {
    const port = await freePort();
    const display = spawn(
      process.env.XVFB_PATH ?? 'Xvfb',
      ['-displayfd', '3', '-screen', '0', `${width}x${height}x24`, '-nolisten', 'tcp'],
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
    );
    const number = await numberOf(display);
    // English, whatever the machine's language: WebKitGTK takes its language from the locale.
    const env = {
      ...process.env,
      DISPLAY: `:${number}`,
      GDK_BACKEND: 'x11',
      LC_ALL: 'C.UTF-8',
      LANGUAGE: 'en_US',
      NO_AT_BRIDGE: '1',
    };
    const program = spawn(process.env.WEBKIT_DRIVER_PATH ?? 'WebKitWebDriver', ['-p', String(port)], {
      env,
      stdio: 'ignore',
    });
    const driver = new WebKitDriver([program, display], `http://127.0.0.1:${port}`);
    process.once('exit', driver.kill);
    await driver.begin(proxy);
    // No limit for scripts: the driver would measure it by the page's clock, which tests advance.
    await driver.send('POST', '/timeouts', { script: null, pageLoad: LOAD_MS, implicit: 0 });
    await driver.send('POST', '/window/rect', { x: 0, y: 0, width, height });
    return driver;
  }

  private async begin(proxy: string): Promise<void> {
    const end = Date.now() + START_MS;
    // A window with a tool bar is at least 447 px wide; in full screen there is no tool bar.
    const options = { 'webkitgtk:browserOptions': { args: ['--automation', '--full-screen'] } };
    const capabilities = {
      alwaysMatch: { browserName: 'MiniBrowser', ...options, proxy: { proxyType: 'manual', httpProxy: proxy } },
    };
    for (;;) {
      try {
        const { sessionId } = (await this.call('POST', '/session', { capabilities })) as { readonly sessionId: string };
        this.session = sessionId;
        this.window = String(await this.call('GET', `/session/${sessionId}/window`));
        return;
      } catch (error) {
        if (error instanceof DriverError || Date.now() > end) throw error;
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    }
  }

  /** The window that exists from the beginning. */
  get firstWindow(): string {
    return this.window;
  }

  /** A command to the window that was used last. */
  send(method: string, path: string, body?: object): Promise<unknown> {
    return this.inTurn(() => this.call(method, `/session/${this.session}${path}`, body));
  }

  /** A command to a window. */
  to(window: string, method: string, path: string, body?: object): Promise<unknown> {
    return this.inTurn(async () => {
      if (this.window !== window) {
        await this.call('POST', `/session/${this.session}/window`, { handle: window });
        this.window = window;
      }
      return this.call(method, `/session/${this.session}${path}`, body);
    });
  }

  async stop(): Promise<void> {
    await this.inTurn(() => this.call('DELETE', `/session/${this.session}`)).catch(() => undefined);
    this.kill();
  }

  private readonly kill = (): void => {
    process.off('exit', this.kill);
    for (const each of this.processes) each.kill('SIGKILL');
  };

  private inTurn<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.queue.then(act);
    this.queue = turn.catch(() => undefined);
    return turn;
  }

  private async call(method: string, path: string, body?: object): Promise<unknown> {
    const given = method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {};
    const response = await fetch(this.origin + path, { method, ...given });
    const { value } = (await response.json()) as Value;
    if (response.ok) return value;
    const { error, message } = value as { readonly error: string; readonly message: string };
    throw new DriverError(error, message);
  }
}

export function idOf(element: ElementRef): string {
  return element[ELEMENT];
}

/** The display's number, which it prints once it is running. */
function numberOf(display: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    display.once('error', reject);
    display.once('exit', () => reject(new Error('Xvfb did not start.')));
    display.stdio[3]?.once('data', (text: Buffer) => resolve(text.toString().trim()));
  });
}
