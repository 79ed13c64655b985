// A person who has a keyboard and no pointer: moves from control to control with Tab and sees where the focus is, or
// fails.
import type { Page } from 'playwright-core';
import { unseenFocus } from './seen-focus.ts';

/** More presses than this to the next control are a burden. */
const MOST_TABS = 40;

/** The focused element as a person perceives it. */
interface Focus {
  /** Role and accessible name, as assistive technology reads them: `button "Sign in"`. */
  readonly said: string;
  readonly isLost: boolean;
  /** Whether it has a size and is, at least in part, within the window. */
  readonly isInView: boolean;
}

export class Keys {
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /**
   * Presses Tab, or Shift+Tab, until the focus is on the control with this role and name. Throws if the focus is lost,
   * invisible or too far away.
   */
  async reaches(
    role: string,
    name: string | RegExp,
    { back = false, most = MOST_TABS }: { readonly back?: boolean; readonly most?: number } = {},
  ): Promise<void> {
    const passed: string[] = [];
    let rounds = 0;
    for (let presses = 0; presses <= most; presses += 1) {
      const focus = await this.focus();
      if (fits(focus.said, role, name)) return this.mustBeInView(focus);
      passed.push(focus.said);
      await this.page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
      const next = await this.focus();
      // After the last control comes the browser's own frame, and then the first control; anywhere else the focus must
      // not leave the page.
      if (next.isLost && (focus.isLost || (rounds += 1) > 1))
        throw new Error(`After ${focus.said} the focus is nowhere. Passed: ${passed.join(', ')}.`);
      this.mustBeInView(next);
    }
    throw new Error(`${role} ${String(name)} is more than ${most} presses of Tab away. Passed: ${passed.join(', ')}.`);
  }

  /** Reaches a control and presses it. */
  async presses(role: string, name: string | RegExp, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
    await this.reaches(role, name);
    await this.page.keyboard.press(key);
  }

  /** Reaches a field and types into it. */
  async types(name: string | RegExp, value: string): Promise<void> {
    await this.reaches('textbox', name);
    await this.page.keyboard.type(value);
  }

  /**
   * Moves to a choice and selects the option with this value: the list is opened and navigated with arrow keys, and
   * Enter selects the current option.
   */
  async chooses(name: string | RegExp, value: string): Promise<void> {
    await this.reaches('combobox', name);
    const on = (): Promise<string> =>
      this.page.evaluate(() => (document.activeElement as HTMLSelectElement | HTMLOptionElement).value);
    const isOpen = (): Promise<boolean> =>
      this.page.evaluate(() => document.activeElement instanceof HTMLOptionElement);
    if ((await on()) === value) return;
    await this.page.keyboard.press('ArrowDown');
    await this.page.keyboard.press('Home');
    for (let presses = 0; (await on()) !== value; presses += 1) {
      if (presses > MOST_TABS) throw new Error(`${String(name)} offers no ${value}.`);
      await this.page.keyboard.press('ArrowDown');
    }
    if (await isOpen()) await this.page.keyboard.press('Enter');
    await this.page.waitForFunction(
      (wanted) => document.activeElement instanceof HTMLSelectElement && document.activeElement.value === wanted,
      value,
    );
  }

  /** After a step the focus must be in the new content: on itself, its heading or its first field, never nowhere. */
  async startsInContent(): Promise<void> {
    await this.page
      .waitForFunction(() => document.activeElement !== null && document.activeElement.closest('main') !== null)
      .catch(async () => {
        throw new Error(`The new step has no focus; it is on ${(await this.focus()).said}.`);
      });
  }

  private mustBeInView({ said, isInView }: Focus): void {
    if (!isInView) throw new Error(`${said} has the focus and is not on the screen.`);
  }

  private async focus(): Promise<Focus> {
    const unseen = await unseenFocus(this.page);
    if (unseen !== null) throw new Error(`${unseen} had the focus, and nothing showed it.`);
    const { isLost, isInView } = await this.page.evaluate(() => {
      const focused = document.activeElement;
      if (!(focused instanceof HTMLElement) || focused === document.body) return { isLost: true, isInView: true };
      // If the app itself put the focus on the content, reading starts there; a control must show it.
      if (focused.tabIndex < 0) return { isLost: false, isInView: true };
      const { width, height, bottom, top } = focused.getBoundingClientRect();
      return { isLost: false, isInView: width > 1 && height > 1 && bottom > 0 && top < innerHeight };
    });
    return { isLost, isInView, said: isLost ? 'the page itself' : await this.said() };
  }

  /** How assistive technology reads the focused element. */
  private async said(): Promise<string> {
    const snapshot = await this.page
      .locator(':focus')
      .first()
      .ariaSnapshot({ timeout: 2000 })
      .catch(() => '');
    const [first = ''] = snapshot.split('\n');
    // A name with a colon makes a YAML line that is quoted as a whole.
    const line = first
      .replace(/^- /, '')
      .replace(/^'((?:[^']|'')*)'.*$/, (_, quoted: string) => quoted.replaceAll("''", "'"));
    return (
      /^\w+(?: "(?:[^"\\]|\\.)*")?/.exec(line)?.[0] ??
      (await this.page.evaluate(() => document.activeElement?.tagName.toLowerCase() ?? ''))
    );
  }
}

/** Whether what is read, such as `button "Sign in" [disabled]`, is the control with this role and name. */
function fits(said: string, role: string, name: string | RegExp): boolean {
  const [, what = '', called = ''] = /^(\w+)(?: "(.*)")?/.exec(said) ?? [];
  return what === role && (typeof name === 'string' ? called === name : name.test(called));
}
