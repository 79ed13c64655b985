// The stage of a path on the components: the whole app in jsdom, with a clock and a network that the path controls.
import { SUPPORT_EMAIL } from '#fixtures/support-email.ts';
import { act, configure, render, type RenderResult } from '@testing-library/react';
import { PointerEventsCheckLevel, userEvent, type UserEvent } from '@testing-library/user-event';
import { StrictMode } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { vi } from 'vitest';
import { App } from '#src/app/app.tsx';
import type { Area, Catalogue } from '#src/i18n/areas.ts';
import { createI18n } from '#src/i18n/create-i18n.ts';
import { loadArea } from '#src/i18n/load-area.ts';
import { createSession, type SessionActor } from '#src/session/session.actor.ts';
import { createServices, type Services } from '#src/services/services.ts';
import type { ChannelLike, TabMessage } from '#src/services/tabs.ts';
import { object } from '#src/ui/schema.ts';
import { installDevice, type Device } from './device.ts';
import { fetchPagesAhead } from './pages-ahead.ts';
import { Network } from './network.ts';
import { createWatch, type Watch } from './watch.ts';
import type { Culture } from '#walk/paths/report.ts';

/** The time at which every walk begins. */
const NOW = Date.parse('2026-11-21T04:00:00Z');
/** The page before the flow; the browser's Back leads there from the flow's first step. */
export const BEFORE = '/before-the-walk';
/** How many turns of the event loop a step may take; a page in jsdom needs about ten. */
export const PATIENCE = 60;
/** Turns after which a step has no further effect. */
const AFTERWARDS = 3;

/** Every area of the app's texts, without the server's own. */
const areas = Object.keys(
  import.meta.glob(['../../locales/en-US/*.json', '!../../locales/en-US/{mail,push,statement-file,validation}.json']),
).map((file) => file.replace(/^.*\/|\.json$/g, '') as Area);
const catalogues = new Map<Culture, Catalogue>();

async function catalogueOf(culture: Culture): Promise<Catalogue> {
  const known =
    catalogues.get(culture) ??
    Object.fromEntries(await Promise.all(areas.map(async (area) => [area, await loadArea(culture, area)] as const)));
  catalogues.set(culture, known);
  return known;
}

/** The channel to the browser's other tabs, which the walk plays. */
class Channel implements ChannelLike {
  /** What a browser throws if a page can't wait for an answer from other tabs; null if it can. */
  broken: object | null = null;
  private readonly listeners = new Set<(event: { data: unknown }) => void>();

  postMessage(): void {
    // There is no other tab.
  }

  addEventListener(_type: 'message', listener: (event: { data: unknown }) => void): void {
    if (this.broken !== null && this.listeners.size > 0) throw this.broken as Error;
    this.listeners.add(listener);
  }

  removeEventListener(_type: 'message', listener: (event: { data: unknown }) => void): void {
    this.listeners.delete(listener);
  }

  /** Receives a message from another tab. */
  hear(data: TabMessage): void {
    this.listeners.forEach((listener) => listener({ data }));
  }
}

export interface StageOptions {
  readonly culture: Culture;
  readonly strict: boolean;
  /** The calls that the path decides about. */
  readonly held: ReadonlySet<string>;
}

/** One page in jsdom, from opening to closing. */
export class Stage {
  readonly options: StageOptions;
  readonly network: Network;
  readonly watch: Watch;
  readonly user: UserEvent;
  /** What makes passkeys. */
  readonly device: Device = installDevice();
  /** Console output, and catalogue keys without a text. */
  readonly noise: string[] = [];
  /** Every id that the app has generated, such as idempotency keys. */
  readonly minted: string[] = [];
  /** How long the walk has waited for countdowns of controls, in milliseconds. */
  waited = 0;
  private shown: {
    readonly page: RenderResult;
    readonly session: SessionActor;
    readonly services: Services;
    readonly channel: Channel;
    readonly i18n: ReturnType<typeof createI18n>;
  } | null = null;
  /** The error that the next page gets when it talks to other tabs. */
  brokenChannel: object | null = null;

  private constructor(options: StageOptions) {
    this.options = options;
    this.network = new Network({
      held: options.held,
      expected: () => ({ culture: options.culture, accessToken: this.services.storage.get('accessToken') }),
    });
    this.watch = createWatch(() => Date.now());
    // Without the app's styles every element accepts the pointer, and checking each costs a tenth of a walk. Touch has
    // no hover.
    this.user = userEvent.setup({
      delay: null,
      advanceTimers: (ms) => vi.advanceTimersByTime(ms),
      pointerEventsCheck: PointerEventsCheckLevel.Never,
      skipHover: true,
    });
  }

  /** An empty browser on the page before the walk. Close it afterwards. */
  static async open(options: StageOptions): Promise<Stage> {
    await Promise.all([
      catalogueOf(options.culture),
      fetchPagesAhead(),
      // What the app loads lazily besides pages: the toasts, and the form library.
      import('#src/ui/toaster.tsx'),
      object().validate({}),
    ]);
    // The library would wait for the clock, which the walk has stopped.
    configure({ asyncWrapper: (run) => run() });
    vi.useFakeTimers({ now: NOW, toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
    const stage = new Stage(options);
    vi.spyOn(console, 'error').mockImplementation(
      (...words: unknown[]) => void stage.noise.push(words.map(String).join(' ')),
    );
    vi.spyOn(console, 'warn').mockImplementation(
      (...words: unknown[]) => void stage.noise.push(words.map(String).join(' ')),
    );
    vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
    forgetEverything();
    document.head.append(phone());
    localStorage.setItem('perch.language', options.culture);
    document.documentElement.lang = options.culture;
    window.history.pushState(null, '', BEFORE);
    return stage;
  }

  get services(): Services {
    return this.present.services;
  }

  /** The text of a catalogue key in the language of the walk. */
  text(key: string, values: Readonly<Record<string, unknown>> = {}): string {
    return (this.present.i18n.t as (key: string, values: Readonly<Record<string, unknown>>) => string)(key, values);
  }

  private get present() {
    if (this.shown === null) throw new Error('No page is open.');
    return this.shown;
  }

  /** Forgets console output that matches `pattern`. */
  forgive(pattern: RegExp): void {
    this.noise.splice(0, this.noise.length, ...this.noise.filter((words) => !pattern.test(words)));
  }

  /** Whether the browser's Back would leave the visited pages; the router counts its entries. */
  isAtFirstEntry(): boolean {
    return (window.history.state as { readonly idx?: number } | null)?.idx === 0;
  }

  /** Opens a URL, as a link does. */
  async visit(address: string): Promise<void> {
    window.history.pushState(null, '', address);
    await this.mount();
  }

  /** Reloads the page: memory is lost, storage and URL stay. */
  async reload(): Promise<void> {
    await this.unmount();
    this.network.drop(() => false);
    this.network.read();
    this.watch.clear();
    await this.mount();
  }

  private async mount(): Promise<void> {
    const { culture, strict } = this.options;
    const channel = new Channel();
    channel.broken = this.brokenChannel;
    const services = createServices({
      local: window.localStorage,
      tab: window.sessionStorage,
      channel,
      locks: null,
      origin: window.location.origin,
      apiOrigins: [],
      supportEmail: SUPPORT_EMAIL,
      culture: () => culture,
      now: () => Date.now(),
      newId: () => {
        const id = `minted-id-${this.minted.length + 1}`;
        this.minted.push(id);
        return id;
      },
      fetch: this.network.fetch,
      recorder: this.watch.recorder,
    });
    const i18n = createI18n({ culture, catalogue: await catalogueOf(culture), load: loadArea });
    i18n.options.saveMissing = true;
    i18n.on('missingKey', (_languages, area, key) => this.noise.push(`The catalogue has no text for ${area}:${key}.`));
    const session = createSession(services);
    const app = <App services={services} session={session} i18n={i18n} Router={BrowserRouter} />;
    await act(async () => {
      const page = render(strict ? <StrictMode>{app}</StrictMode> : app);
      this.shown = { page, services, session, channel, i18n };
    });
  }

  private async unmount(): Promise<void> {
    const { page, session } = this.present;
    await act(async () => page.unmount());
    session.stop();
    this.shown = null;
  }

  /** Delivers a message from another tab; from then on tabs can communicate, whatever prevented it before. */
  async hear(message: TabMessage): Promise<void> {
    const { channel } = this.present;
    channel.broken = null;
    await act(async () => channel.hear(message));
  }

  /** Does something to the page from outside, as the browser or the device would. */
  async outside(happens: () => void): Promise<void> {
    await act(async () => happens());
  }

  /** Lets time pass for the page. */
  async pass(ms: number): Promise<void> {
    await act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
  }

  /** The device sleeps until `moment`: the time jumps, but no timer has fired. */
  sleep(moment: number): void {
    vi.setSystemTime(moment);
  }

  /**
   * Gives the page turns of the event loop until `holds` is true, and a few more, in which anything unexpected would
   * show. Returns whether it is still true after them.
   */
  async settle(holds: () => boolean): Promise<boolean> {
    let calm = 0;
    for (let turn = 0; turn < PATIENCE && calm < AFTERWARDS; turn += 1) {
      await act(async () => {
        // A whole millisecond: a timer of 0 set during a turn is due in the next one.
        await vi.advanceTimersByTimeAsync(1);
        await new Promise((resolve) => setImmediate(resolve));
      });
      // Checking costs more than the turn: the first and the last of the calm turns suffice.
      const isBetween = calm > 0 && calm < AFTERWARDS - 1;
      calm = !this.network.busy && (isBetween || holds()) ? calm + 1 : 0;
    }
    return calm === AFTERWARDS;
  }

  /** Closes the page and removes everything of it. */
  async close(): Promise<void> {
    if (this.shown !== null) await this.unmount();
    this.device.remove();
    forgetEverything();
    vi.useRealTimers();
    vi.restoreAllMocks();
  }
}

/** The one style that matters without rendering: a phone hides what is only for wider screens. */
function phone(): HTMLStyleElement {
  const style = document.createElement('style');
  style.dataset['width'] = 'phone';
  style.textContent = '.hidden { display: none }';
  return style;
}

function forgetEverything(): void {
  document.head.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; Path=/; Max-Age=0`;
  // As in index.html.
  document.title = 'Perch';
  delete document.documentElement.dataset['theme'];
}
