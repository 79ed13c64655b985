// Finds and uses what is on a WebKit page, as Playwright's locators do: a step waits until what it needs is there.
import { DriverError, idOf, type ElementRef } from './webkit-driver.ts';

const POLL_MS = 40;
/** The backspace key, as WebDriver writes it. */
const BACKSPACE = '\uE003';

/** What a locator needs of the page that it searches. */
export interface Searched {
  /** How long a step waits for what it needs, in milliseconds. */
  readonly timeout: number;
  run(act: (...parameters: never[]) => unknown, ...parameters: unknown[]): Promise<unknown>;
  command(method: string, path: string, body?: object): Promise<unknown>;
}

/** Errors that disappear by themselves, once the page has been drawn or has come to rest. */
const PASSING = [
  'stale element reference',
  'element click intercepted',
  'element not interactable',
  'no such element',
  'move target out of bounds',
];

/** Which elements of the app have a role. The engine itself then reports their names. */
const CANDIDATES: Readonly<Record<string, string>> = {
  button: 'button, [role="button"], summary, input[type="submit"]',
  link: 'a[href], [role="link"]',
  heading: 'h1, h2, h3, h4, h5, h6, [role="heading"]',
  main: 'main',
  alert: '[role="alert"]',
  dialog: 'dialog, [role="dialog"], [role="alertdialog"]',
  radio: 'input[type="radio"], [role="radio"]',
  radiogroup: '[role="radiogroup"]',
};

/** One step towards the elements that a locator means. */
export type Finding =
  | {
      readonly by: 'css' | 'role';
      readonly selector: string;
      readonly name?: string | RegExp;
      readonly exact?: boolean;
    }
  | { readonly by: 'label' | 'text'; readonly text: string; readonly exact: boolean };

export interface NameOptions {
  readonly name?: string | RegExp;
  readonly exact?: boolean;
}

interface WaitOptions {
  readonly timeout?: number;
  readonly state?: 'visible' | 'hidden' | 'attached' | 'detached';
}

/**
 * Runs in the page, and therefore uses nothing from outside it: what one step finds below `roots`. `name` is the name
 * of a control, if known.
 */
function findIn(
  roots: readonly Element[] | null,
  by: string,
  wanted: string,
  exact: boolean,
  name: string | null,
): Element[] {
  const within: readonly (Element | Document)[] = roots ?? [document];
  const plain = (text: string | null): string => (text ?? '').replace(/\s+/g, ' ').trim();
  const says = (text: string | null): boolean =>
    exact ? plain(text) === wanted : plain(text).toLowerCase().includes(wanted.toLowerCase());
  const isSeen = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return element.checkVisibility({ visibilityProperty: true }) && width > 0 && height > 0;
  };
  // Each name is a call to the engine, which takes seconds on a busy machine: only elements that contain the words
  // somewhere are asked for their names.
  const bare = (text: string): string => text.replace(/\s+/g, '').toLowerCase();
  const mayBeCalled = (element: Element): boolean => {
    if (name === null) return true;
    const named = [element, ...element.querySelectorAll('[aria-label], [aria-labelledby], [alt], [title]')];
    const attributes = named.flatMap((each) =>
      ['aria-label', 'alt', 'title', 'value'].map((attribute) => each.getAttribute(attribute) ?? ''),
    );
    const elsewhere = named.flatMap((each) =>
      (each.getAttribute('aria-labelledby') ?? '')
        .split(/\s+/)
        .map((id) => document.getElementById(id)?.textContent ?? ''),
    );
    const labels = [...((element as HTMLInputElement).labels ?? [])].map((label) => label.textContent ?? '');
    const words = [element.textContent ?? '', ...labels, ...attributes, ...elsewhere];
    return words.some((text) => bare(text).includes(bare(name)));
  };
  const found: Element[] = [];
  for (const root of within) {
    if (by === 'css') {
      // Only Playwright's selectors have this part; it applies to everything that they match.
      const seenOnly = wanted.includes(':visible');
      found.push(
        ...[...root.querySelectorAll(wanted.replaceAll(':visible', ''))].filter((each) => !seenOnly || isSeen(each)),
      );
    }
    if (by === 'role')
      found.push(...[...root.querySelectorAll(wanted)].filter((each) => isSeen(each) && mayBeCalled(each)));
    if (by === 'label') {
      const all = [...root.querySelectorAll('*')];
      const names = (each: Element): (string | null)[] => [
        each.getAttribute('aria-label'),
        ...[...((each as HTMLInputElement).labels ?? [])].map((label) => label.textContent),
        ...(each.getAttribute('aria-labelledby') ?? '')
          .split(/\s+/)
          .filter(Boolean)
          .map((id) => document.getElementById(id)?.textContent ?? null),
      ];
      found.push(...all.filter((each) => names(each).some((name) => name !== null && says(name))));
    }
    if (by === 'text') {
      const saying = [...root.querySelectorAll('*')].filter(
        (each) =>
          !['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(each.tagName) && !each.closest('head') && says(each.textContent),
      );
      found.push(...saying.filter((each) => !saying.some((other) => other !== each && each.contains(other))));
    }
  }
  return [...new Set(found)];
}

/** Runs in the page: a press that does not hit `element` is recorded as missed, and nothing else receives it. */
function watchPress(element: Element): void {
  const page = window as { testPress?: { missed: boolean; readonly over: () => void } };
  page.testPress?.over();
  const kinds = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'];
  const look = (event: Event): void => {
    const target = event.target as Element;
    if (element.contains(target) || target.closest('label')?.control === element) return;
    press.missed = true;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const press = { missed: false, over: () => kinds.forEach((kind) => removeEventListener(kind, look, true)) };
  page.testPress = press;
  for (const kind of kinds) addEventListener(kind, look, true);
}

/** Runs in the page: whether the watched press missed. A page that the press has opened knows of none. */
function hasMissed(): boolean {
  const { testPress } = window as { testPress?: { missed: boolean; readonly over: () => void } };
  testPress?.over();
  return testPress?.missed === true;
}

export class WebKitLocator {
  private readonly page: Searched;
  private readonly findings: readonly Finding[];
  private readonly onlyFirst: boolean;

  constructor(page: Searched, findings: readonly Finding[], onlyFirst = false) {
    this.page = page;
    this.findings = findings;
    this.onlyFirst = onlyFirst;
  }

  private and(finding: Finding): WebKitLocator {
    return new WebKitLocator(this.page, [...this.findings, finding]);
  }

  locator(selector: string): WebKitLocator {
    return this.and({ by: 'css', selector });
  }

  getByRole(role: string, { name, exact = false }: NameOptions = {}): WebKitLocator {
    const selector = CANDIDATES[role];
    if (selector === undefined) throw new Error(`WebKit's locators don't know the role ${role}.`);
    return this.and({ by: 'role', selector, exact, ...(name === undefined ? {} : { name }) });
  }

  getByLabel(text: string, { exact = false }: NameOptions = {}): WebKitLocator {
    return this.and({ by: 'label', text, exact });
  }

  getByText(text: string, { exact = false }: NameOptions = {}): WebKitLocator {
    return this.and({ by: 'text', text, exact });
  }

  first(): WebKitLocator {
    return new WebKitLocator(this.page, this.findings, true);
  }

  /** The elements that exist now. */
  async elements(): Promise<ElementRef[]> {
    let found: ElementRef[] | null = null;
    for (const finding of this.findings) {
      const wanted = 'selector' in finding ? finding.selector : finding.text;
      const name = 'name' in finding && typeof finding.name === 'string' ? finding.name : null;
      found = (await this.page.run(
        findIn,
        found,
        finding.by,
        wanted,
        'exact' in finding && finding.exact === true,
        name,
      )) as ElementRef[];
      if ('name' in finding && finding.name !== undefined)
        found = await this.named(found, finding.name, finding.exact === true);
    }
    return this.onlyFirst ? (found ?? []).slice(0, 1) : (found ?? []);
  }

  /** Those elements that have this name for assistive technology. */
  private async named(elements: readonly ElementRef[], name: string | RegExp, exact: boolean): Promise<ElementRef[]> {
    const kept: ElementRef[] = [];
    for (const element of elements) {
      const label = String(await this.page.command('GET', `/element/${idOf(element)}/computedlabel`))
        .replace(/\s+/g, ' ')
        .trim();
      const fits =
        typeof name !== 'string'
          ? name.test(label)
          : exact
            ? label === name
            : label.toLowerCase().includes(name.toLowerCase());
      if (fits) kept.push(element);
    }
    return kept;
  }

  private words(): string {
    return this.findings
      .map((finding) =>
        'selector' in finding
          ? `${finding.selector}${finding.name === undefined ? '' : ` "${String(finding.name)}"`}`
          : `${finding.by} "${finding.text}"`,
      )
      .join(' >> ');
  }

  /** Retries until `act` returns something other than `null`, or time is up. */
  private async patiently<T>(what: string, act: () => Promise<T | null>, timeout = this.page.timeout): Promise<T> {
    const end = Date.now() + timeout;
    let why = '';
    for (;;) {
      try {
        const done = await act();
        if (done !== null) return done;
      } catch (error) {
        if (!(error instanceof DriverError) || !PASSING.includes(error.code)) throw error;
        why = ` (${error.message})`;
      }
      if (Date.now() > end) throw new Error(`${this.words()}: waited ${timeout} ms in vain for ${what}${why}.`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  /** The one element that is meant; null if it does not exist yet. */
  private async only(): Promise<ElementRef | null> {
    const found = await this.elements();
    if (found.length > 1) throw new Error(`${this.words()}: ${found.length} elements are meant.`);
    return found[0] ?? null;
  }

  /** Does something with the element once it stands still and can be used. */
  private use(what: string, act: (element: ElementRef) => Promise<void>): Promise<true> {
    return this.patiently(what, async () => {
      const element = await this.only();
      if (element === null) return null;
      const ready = await this.page.run(async (found: Element) => {
        // The driver scrolls only to the window's edge, where the app's own bar covers the control.
        found.scrollIntoView({ block: 'center', behavior: 'instant' });
        const place = (): string => JSON.stringify(found.getBoundingClientRect());
        const before = place();
        // Counted in frames, since the page's clock may be stopped.
        for (let frames = 0; frames < 2; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
        const usable = !found.matches(':disabled') && found.closest('[aria-disabled="true"]') === null;
        return found.checkVisibility({ visibilityProperty: true }) && usable && before === place();
      }, element);
      if (!ready) return null;
      await act(element);
      return true;
    });
  }

  /** The driver presses where the element was when it looked. If it has moved since, it is pressed again. */
  private press = async (element: ElementRef): Promise<void> => {
    await this.page.run(watchPress, element);
    await this.choose(element);
    const missed = await this.page.run(hasMissed).catch(() => false);
    if (missed === true) throw new DriverError('element click intercepted', 'it moved away from under the press');
  };

  private async choose(element: ElementRef): Promise<void> {
    await this.page.command('POST', `/element/${idOf(element)}/click`);
  }

  async click(): Promise<void> {
    await this.use('a press', this.press);
  }

  async fill(value: string): Promise<void> {
    await this.use('typing', async (element) => {
      await this.page.run((field: HTMLInputElement) => {
        field.focus();
        field.select();
      }, element);
      await this.page.command('POST', `/element/${idOf(element)}/value`, { text: value === '' ? BACKSPACE : value });
    });
  }

  async setChecked(checked: boolean): Promise<void> {
    await this.use('a tick', async (element) => {
      const isSo = (): Promise<unknown> => this.page.run((box: HTMLInputElement) => box.checked, element);
      if ((await isSo()) !== checked) await this.press(element);
    });
  }

  check(): Promise<void> {
    return this.setChecked(true);
  }

  async selectOption(value: string): Promise<string[]> {
    await this.use('a choice', async (element) => {
      const option = (await this.page.run(
        (list: HTMLSelectElement, wanted: string) =>
          [...list.options].find((each) => each.value === wanted || each.text === wanted) ?? null,
        element,
        value,
      )) as ElementRef | null;
      if (option === null) throw new DriverError('no such element', `there is no ${value} to choose`);
      await this.choose(option);
    });
    return [value];
  }

  async waitFor({ state = 'visible', timeout }: WaitOptions = {}): Promise<void> {
    await this.patiently(
      `it to be ${state}`,
      async () => {
        const found = await this.elements();
        const seen =
          found.length > 0 &&
          ((await this.page.run(
            (all: readonly Element[]) =>
              all.some(
                (each) => each.checkVisibility({ visibilityProperty: true }) && each.getBoundingClientRect().width > 0,
              ),
            found,
          )) as boolean);
        const holds = { visible: seen, hidden: !seen, attached: found.length > 0, detached: found.length === 0 }[state];
        return holds ? true : null;
      },
      timeout,
    );
  }

  async count(): Promise<number> {
    return (await this.elements()).length;
  }

  async isVisible(): Promise<boolean> {
    const [found] = await this.elements();
    return (
      found !== undefined &&
      ((await this.page.run((each: Element) => each.checkVisibility({ visibilityProperty: true }), found)) as boolean)
    );
  }

  /** The result of a function of the element, which must exist. */
  evaluate(act: (element: never, argument: never) => unknown, argument?: unknown): Promise<unknown> {
    return this.patiently('the element', async () => {
      const element = await this.only();
      return element === null ? null : { value: await this.page.run(act, element, argument) };
    }).then(({ value }) => value);
  }

  async evaluateAll(act: (elements: never, argument: never) => unknown, argument?: unknown): Promise<unknown> {
    return this.page.run(act, await this.elements(), argument);
  }

  innerText(): Promise<unknown> {
    return this.evaluate((element: HTMLElement) => element.innerText);
  }

  textContent(): Promise<unknown> {
    return this.evaluate((element: HTMLElement) => element.textContent);
  }

  inputValue(): Promise<unknown> {
    return this.evaluate((element: HTMLInputElement) => element.value);
  }

  getAttribute(name: string): Promise<unknown> {
    return this.evaluate((element: HTMLElement, wanted: string) => element.getAttribute(wanted), name);
  }
}
