// A person who reads one language: everything is found by the words on the screen.
import { shownText } from '#walk/paths/texts.ts';
import type { Culture } from '#walk/paths/report.ts';
import type { Person } from './person.ts';

export class Reader {
  readonly culture: Culture;
  private readonly who: () => Person;

  /** @param who the person in front of the browser, called for each act, since a story may continue with another one */
  constructor(culture: Culture, who: () => Person) {
    this.culture = culture;
    this.who = who;
  }

  private text(key: string): string {
    return shownText(key, this.culture);
  }

  async follows(key: string): Promise<void> {
    await this.who()
      .page.getByRole('link', { name: this.text(key) })
      .click();
  }

  async presses(key: string): Promise<void> {
    await this.who()
      .page.getByRole('button', { name: this.text(key), exact: true })
      .click();
  }

  async types(key: string, value: string): Promise<void> {
    const { page } = this.who();
    // A form may have the same name as its only field.
    await page.getByLabel(this.text(key), { exact: true }).and(page.locator('input')).fill(value);
  }

  async ticks(key: string): Promise<void> {
    await this.who().page.getByLabel(this.text(key)).check();
  }

  async reads(key: string): Promise<void> {
    await this.who().page.getByText(this.text(key)).first().waitFor();
  }

  async isAt(path: string, title: string): Promise<void> {
    await this.who().isAt(path);
    await this.who()
      .page.getByRole('heading', { level: 1, name: this.text(title) })
      .waitFor();
  }
}
