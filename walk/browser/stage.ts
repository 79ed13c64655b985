// The stage of a path in a real browser: a page of the real product, whose calls are held until the path releases them.
import type { APIResponse, Browser, BrowserContext, Page, Route } from 'playwright-core';
import { bindSecondFactor, codeOfKey, type TestMember } from '#fixtures/club/members.ts';
import type { Club } from '#fixtures/club/club.ts';
import description from '#openapi/perch.gen.json' with { type: 'json' };
import type { LogEntry } from '#src/recorder/recorder.ts';
import { WalkPage, type Listener } from './page.ts';
import { letImmediateTimersCome } from './timers.ts';
import { holdsWithin } from '#fixtures/system/patience.ts';
import type { Culture } from '#walk/paths/report.ts';

/**
 * How long the page may take to show the result of a step: longer than a busy machine needs, since only failures wait
 * that long.
 */
export const PATIENCE_MS = 30_000;
/** How much of the page's text the report of a failed walk contains, and how long reading it may take. */
const LONGEST_SIGHT = 300;
const ANSWER_MS = 2_000;
/** Countdowns are checked once a second. */
const TICK_MS = 1_000;
/** Shorter than the time between the renewal of a session and its end. */
const PIECE_MS = 20_000;
/** A clock can be stopped only at a future time. */
const FREEZE_MS = 1000;
/** A call that proves that the calls before it have arrived. */
const BARRIER = 'get /walk/barrier';
/** A code of the app works for one time step; after that a new one is needed. */
const TOTP_STEP_SECONDS = 30;

export interface StageOptions {
  readonly culture: Culture;
  /** The calls that the path controls; all others go through. */
  readonly held: ReadonlySet<string>;
  /**
   * Whether a step awaits a held call, given what the flows of the page have done so far. If a person takes their time,
   * pages refresh what they show, and such a call would wait forever. Null if no person is involved: then every held
   * call waits.
   */
  readonly awaits?: ((call: string, log: readonly LogEntry[]) => boolean) | null;
  /**
   * The longest timers, in milliseconds, that wait until the path lets them come: a person takes their time, and the
   * app must not go on meanwhile. Absent if no person is involved.
   */
  readonly holdsUpTo?: number;
}

/** One path's stage. Members are made as the path needs them. */
export class Stage implements Listener {
  readonly club: Club;
  readonly context: BrowserContext;
  readonly page: Page;
  /** Unexpected console output. */
  readonly noise: string[] = [];
  /** How often each unsafe call was sent, by its idempotency key. */
  readonly sent = new Map<string, number>();
  /** Everything that was typed here so far. */
  readonly typed = new Set<string>();
  /** How long to wait for the result of a step. */
  patience = PATIENCE_MS;
  private readonly parked = new Map<string, Route[]>();
  private readonly known = new Map<string, readonly LogEntry[]>();
  private readonly members = new Map<boolean, TestMember>();
  /** The key in the app of the member who is signed in; null while none is bound. */
  key: string | null = null;
  recoveryCodes: string[] = [];
  /** The code of the app that was handed out last, to be typed; null before the first. */
  given: string | null = null;

  /** A person who is not a member yet, or an address that no member has. */
  newcomer: { readonly username: string; readonly email: string };
  private trunk: Promise<TestMember> | null = null;

  /** The language of the page. */
  readonly culture: Culture;
  private readonly held: ReadonlySet<string>;
  private readonly awaits: StageOptions['awaits'];
  private readonly holdsUpTo: number;
  /** The calls that the walk waits for. */
  private readonly called = new Set<string>();
  private readonly own: WalkPage;
  private undisturbed: Promise<void> = Promise.resolve();
  /** Whether the page's clock was moved or the browser changed, so that no other walk can use it. */
  private spoiled = false;

  private constructor(club: Club, own: WalkPage, { culture, held, awaits, holdsUpTo = 0 }: StageOptions) {
    this.club = club;
    this.culture = culture;
    this.own = own;
    this.held = held;
    this.awaits = awaits;
    this.holdsUpTo = holdsUpTo;
    own.listener = this;
    this.page = own.page;
    this.context = own.context;
    this.newcomer = aNewcomer();
  }

  static async open(browser: Browser, club: Club, options: StageOptions): Promise<Stage> {
    const stage = new Stage(club, await WalkPage.open(browser, club, options.culture), options);
    if (stage.holdsUpTo > 0)
      await stage.rig((marks) => void Object.assign(window, marks), { walkHoldsUpTo: stage.holdsUpTo });
    return stage;
  }

  async close(): Promise<void> {
    const left = [...this.parked.values()].flat();
    this.parked.clear();
    await Promise.all(left.map((route) => route.abort().catch(() => undefined)));
    await this.own.leave(this.spoiled);
  }

  /** Lets time pass in the page; on the server too, if it counts the same time. */
  async pass(milliseconds: number, everywhere = false): Promise<void> {
    this.spoiled = true;
    if (!everywhere) return this.page.clock.fastForward(milliseconds);
    // In pieces, so that what becomes due in between, such as renewing the session, is answered before the next piece.
    for (let left = milliseconds; left > 0; left -= PIECE_MS) {
      const piece = Math.min(left, PIECE_MS);
      this.club.advance(piece / 1000);
      await this.page.clock.fastForward(piece);
      await this.settle();
    }
  }

  /** Lets the time pass that a control counts down before it can be pressed, if it does. */
  async waitOut(control: string): Promise<void> {
    const waits = Number((await this.page.locator(control).first().getAttribute('data-waits')) ?? 0);
    if (waits > 0) await this.pass(waits + TICK_MS);
  }

  /** Stops the page's time, also after a reload; timers of no length still come. */
  async freeze(): Promise<void> {
    await this.rig(letImmediateTimersCome, {});
    await this.page.clock.pauseAt(Date.now() + FREEZE_MS);
  }

  /** Holds the page's timers that become due, or releases them; a newly loaded page holds none. */
  async holdTimers(held: boolean): Promise<void> {
    // A press may have left the page, whose timers are gone with it.
    await this.page.evaluate((isHeld) => void (window.walkHoldsTimers = isHeld), held).catch(() => undefined);
  }

  /** Lets the timers come that wait for the path, or holds them again. */
  async letTimersCome(come: boolean): Promise<void> {
    if (this.holdsUpTo === 0) return;
    await this.page
      .evaluate((longest) => void (window.walkHoldsUpTo = longest), come ? 0 : this.holdsUpTo)
      .catch(() => undefined);
  }

  /** Changes the browser itself, for every page that is loaded from now on. */
  async rig(change: (marks: object) => void, marks: object): Promise<void> {
    this.spoiled = true;
    await this.context.addInitScript(change, marks);
  }

  hear(message: string): void {
    this.noise.push(message);
  }

  async receive(route: Route): Promise<void> {
    const operationId = operationOf(route);
    if (operationId === BARRIER) return route.fulfill({ status: 204 });
    const key = await route.request().headerValue('Idempotency-Key');
    if (key !== null) this.sent.set(`${operationId} ${key}`, (this.sent.get(`${operationId} ${key}`) ?? 0) + 1);
    if (!(await this.isHeld(operationId))) return void (await this.undisturbed, await route.continue());
    this.parked.set(operationId, [...(this.parked.get(operationId) ?? []), route]);
  }

  private async isHeld(operationId: string): Promise<boolean> {
    if (!this.held.has(operationId)) return false;
    if (this.awaits == null || this.called.has(operationId)) return true;
    return this.awaits(operationId, await this.everything());
  }

  /** Waits until everything that the page started by itself is finished: rendering, navigation, calls. */
  async settle(): Promise<void> {
    await this.page.evaluate(async () => {
      const drawn = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
      await drawn();
      await drawn();
      // Calls that were made before this one arrive before it.
      await fetch('/api/walk/barrier');
    });
  }

  /**
   * Holds the page's own calls until `act` is over: they would reveal the effects of `act` before the flow learns of
   * them.
   */
  async alone(act: () => Promise<void>): Promise<void> {
    this.undisturbed = act();
    await this.undisturbed;
  }

  /** The call that the page has sent and that is held here. */
  async call(operationId: string): Promise<Route> {
    this.called.add(operationId);
    await this.until(
      () => Promise.resolve((this.parked.get(operationId)?.length ?? 0) > 0),
      `${operationId} to be called`,
    ).finally(() => this.called.delete(operationId));
    // The page aborted an earlier one when the flow left the state that made it.
    const latest = this.parked.get(operationId)?.at(-1);
    this.parked.delete(operationId);
    if (latest === undefined) throw new Error(`${operationId} was not called.`);
    return latest;
  }

  /** Unexpected calls that the page has sent. */
  waiting(): readonly string[] {
    return [...this.parked].flatMap(([operationId, routes]) => routes.map(() => operationId));
  }

  /** Lets the held calls continue to the server unchanged. */
  async release(): Promise<void> {
    const left = [...this.parked.values()].flat();
    this.parked.clear();
    await Promise.all(left.map((route) => route.continue().catch(() => undefined)));
  }

  /** Forgets held calls; a reload has aborted them. */
  drop(): void {
    this.parked.clear();
  }

  /** Waits for the result of a step. Throws a readable error if it does not come. */
  async until(holds: () => Promise<boolean>, what: string): Promise<void> {
    const isThere = await holdsWithin(this.patience, async () => {
      if (await holds()) return true;
      if (this.page.isClosed()) throw new Error('The window was closed.');
      return false;
    });
    if (!isThere) throw new Error(`Waited in vain for ${what}.`);
  }

  /** The page's visible text, and its URL. */
  async sight(): Promise<string> {
    if (this.page.isClosed()) return 'The window is gone';
    const seen = this.page.evaluate(
      (longest) =>
        `${location.pathname}${location.search} says: ${document.body.innerText.replaceAll(/\s+/g, ' ').slice(0, longest)}`,
      LONGEST_SIGHT,
    );
    const nothing = new Promise<string>((resolve) => setTimeout(() => resolve('The page does not answer'), ANSWER_MS));
    return Promise.race([seen, nothing]).catch((error: unknown) => (error as Error).message);
  }

  /** The member of this path, without or with a second factor. */
  async member(secondFactor: boolean): Promise<TestMember> {
    const known = this.members.get(secondFactor);
    if (known !== undefined) return known;
    // A separate part of the tree: members of other paths never take a place below a member of this one.
    this.trunk ??= this.club.member();
    const member = await this.club.member({
      below: (await this.trunk).seatNo,
      side: secondFactor ? 'left' : 'right',
      // The mails of a walk are in its language.
      culture: this.culture,
    });
    this.members.set(secondFactor, member);
    if (secondFactor) await this.bind(member.id);
    return member;
  }

  /** The members that this path has made so far. */
  cast(): readonly TestMember[] {
    return [...this.members.values()];
  }

  /** Gives the newcomer another name or another address. */
  renames(what: 'username' | 'email'): void {
    this.newcomer = { ...this.newcomer, [what]: aNewcomer()[what] };
  }

  /** Binds an app to a member who has none. */
  async bind(memberId: string): Promise<void> {
    const present = await this.club.db
      .selectFrom('two_factor')
      .select('member_id')
      .where('member_id', '=', memberId)
      .executeTakeFirst();
    if (present !== undefined) return;
    const bound = await bindSecondFactor(this.club.services, memberId);
    this.key = bound.key;
    this.recoveryCodes = bound.recoveryCodes;
  }

  async unbind(memberId: string): Promise<void> {
    await this.club.db.deleteFrom('recovery_codes').where('member_id', '=', memberId).execute();
    await this.club.db.deleteFrom('two_factor').where('member_id', '=', memberId).execute();
  }

  /** An unused code of the app. */
  freshCode(): string {
    const now = (): string => codeOfKey(this.key ?? '', this.club.services.clock.now());
    // Time passes only if necessary: a quote is valid for hardly longer than a code.
    if (this.given === now()) this.club.advance(TOTP_STEP_SECONDS);
    this.given = now();
    return this.given;
  }

  /** Signs the member in without the form and puts the tokens where the app keeps them. */
  async signIn(expired = false): Promise<void> {
    const { username, password } = await this.member(false);
    const answer = await this.context.request.post(`${this.club.origin}/api/token`, { data: { username, password } });
    const grant = (await answer.json()) as Record<string, string | number>;
    const ends = new Date(Date.now() + (expired ? -1 : Number(grant['expiresIn'])) * 1000).toISOString();
    await this.store({
      accessToken: grant['accessToken'],
      expiresAt: ends,
      refreshToken: grant['refreshToken'],
      refreshKey: crypto.randomUUID(),
    });
  }

  /** Fills the tab's storage before the app starts. */
  async store(items: Readonly<Record<string, unknown>>): Promise<void> {
    const texts = Object.entries(items).map(
      ([name, value]) => [`perch.${name}`, typeof value === 'string' ? value : JSON.stringify(value)] as const,
    );
    await this.page.evaluate((entries) => entries.forEach(([key, text]) => sessionStorage.setItem(key, text)), texts);
  }

  /** The member as the server describes them, for the cache in the browser. */
  async userInfo(): Promise<unknown> {
    const token = await this.page.evaluate(() => sessionStorage.getItem('perch.accessToken'));
    const answer = await this.context.request.get(`${this.club.origin}/api/account/userInfo`, {
      headers: { Authorization: `Bearer ${token ?? ''}` },
    });
    return answer.json();
  }

  /** Makes a call of the API as the member who is signed in in this browser, from outside the page. */
  async ask(method: 'GET' | 'POST', path: string, body?: object, key?: string): Promise<APIResponse> {
    const token = await this.page.evaluate(() => sessionStorage.getItem('perch.accessToken'));
    return this.context.request.fetch(`${this.club.origin}/api${path}`, {
      method,
      ...(body === undefined ? {} : { data: body }),
      headers: { Authorization: `Bearer ${token ?? ''}`, ...(key === undefined ? {} : { 'Idempotency-Key': key }) },
    });
  }

  /** The lines of the log since the last check of a step of the flow; all of them after a reload. */
  async news(flow: string): Promise<readonly LogEntry[]> {
    const log = await this.log(flow);
    const known = this.known.get(flow);
    return known !== undefined && JSON.stringify(log[known.length - 1]) === JSON.stringify(known.at(-1))
      ? log.slice(known.length)
      : log;
  }

  /** Marks the lines of the log that a checked step accounts for. */
  read(flow: string, log: readonly LogEntry[]): void {
    this.known.set(flow, log);
  }

  /** Waits until the app has hydrated the prerendered page: a press before that has no effect. */
  async settled(flow: string): Promise<void> {
    await this.until(async () => (await this.log(flow)).length > 0, `${flow} to start`);
    await this.page
      .locator('[data-flow]:not([data-live], [data-flow="session"])')
      .first()
      .waitFor({ state: 'detached' });
  }

  /** What the flows of the page have done so far. */
  async log(flow: string): Promise<readonly LogEntry[]> {
    return (await this.everything()).filter((entry) => entry.flow === flow);
  }

  private async everything(): Promise<readonly LogEntry[]> {
    const log = await this.page.evaluate(() => JSON.stringify(window.perchRecorder?.log ?? [])).catch(() => '[]');
    return JSON.parse(log) as LogEntry[];
  }
}

function aNewcomer(): { readonly username: string; readonly email: string } {
  const username = `newcomer-${crypto.randomUUID().slice(0, 13)}`;
  return { username, email: `${username}@mail.example` };
}

type Paths = Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;

/** The operation of a request, by the description. */
export function operationOf(route: Route): string {
  const path = new URL(route.request().url()).pathname.replace(/^\/api/, '');
  const method = route.request().method().toLowerCase();
  const found = Object.entries(description.paths as unknown as Paths).find(([template]) =>
    new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`).test(path),
  );
  return found?.[1][method]?.operationId ?? `${method} ${path}`;
}
