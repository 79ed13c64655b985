// What the guide reads of a form on the screen: how it calls its choices, in which order it asks, and what a person
// typed.
import type { Page } from 'playwright-core';
import { isSecret, UNTOLD, type Entry } from '#walk/paths/secrets.ts';

/** A form as it stands on the screen. */
export interface Shown {
  /** The names of its fields, from above. */
  readonly order: readonly string[];
  /** What stands beside each choice, by the field's name and the choice's value. */
  readonly choices: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export const NOTHING_SHOWN: Shown = { order: [], choices: {} };

/** The last press of a person in a flow. */
export interface Pressed {
  /** The event of the control; null if the form was sent without one. */
  readonly event: string | null;
  /** The control as the screen calls it. */
  readonly control: string | null;
  readonly fields: Readonly<Record<string, Entry>>;
}

const CODE = /^\d{6}$/;
const RECOVERY_CODE = /^[A-Z\d]{4}(-[A-Z\d]{4})+$/;
const AMOUNT = /^\d+(\.\d+)?$/;
const GROUPED = /^\d{1,3}(,\d{3})+(\.\d+)?$/;
/** Between the digits of a code. */
const GAPS = /[\s\p{Dash}]/gu;

/**
 * What a form makes of an entry in place of `told`: blanks around it count for nothing, and a code or an amount may be
 * typed in groups, or be put into groups by the form itself.
 */
export function asRead(entry: string | boolean, told: string | boolean): string | boolean {
  if (typeof entry === 'boolean' || typeof told === 'boolean') return entry;
  const text = entry.trim();
  if (CODE.test(told)) return text.normalize('NFKC').replaceAll(GAPS, '');
  if (RECOVERY_CODE.test(told)) return text.normalize('NFKC').replaceAll(GAPS, '').toUpperCase();
  return AMOUNT.test(told) && GROUPED.test(text) ? text.replaceAll(',', '') : text;
}

/** Whether a form takes two entries for the same; of a password every letter counts, blanks too. */
export function isSameEntry(entry: string | boolean, told: string | boolean, isPassword: boolean): boolean {
  return isPassword ? entry === told : asRead(entry, told) === asRead(told, told);
}

/** Whether what was typed is what was told; a secret that was not told is never the same. */
export function isAsTold(entry: Entry, told: string | boolean, isPassword: boolean): boolean {
  return entry !== UNTOLD && isSameEntry(entry, told, isPassword);
}

/** A press with all that was typed, as the page knows it. */
type Raw = Omit<Pressed, 'fields'> & { readonly fields: Readonly<Record<string, string | boolean>> };

/** Where the page keeps what was pressed. */
interface Watched {
  guidePressed?: Record<string, Raw>;
}

/** Reads the form of a flow. */
export async function shownIn(page: Page, flow: string): Promise<Shown> {
  return page
    .evaluate((id) => {
      const order: string[] = [];
      const choices: Record<string, Record<string, string>> = {};
      const firstLine = (text: string | null | undefined): string => (text ?? '').trim().split('\n')[0] ?? '';
      for (const field of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
        `[data-flow="${id}"] [name]`,
      )) {
        const { name } = field;
        if (!order.includes(name)) order.push(name);
        const own = (choices[name] ??= {});
        if (field instanceof HTMLSelectElement)
          for (const option of field.options) own[option.value] = firstLine(option.textContent);
        else if (field.type === 'radio') own[field.value] = firstLine(field.labels?.[0]?.innerText);
      }
      return { order, choices };
    }, flow)
    .catch(() => NOTHING_SHOWN);
}

/** From now on the page remembers what stood in a flow's form when it was sent. Asking twice does no harm. */
export async function watchForm(page: Page): Promise<void> {
  await page
    .evaluate(() => {
      const watched = window as unknown as Watched;
      if (watched.guidePressed !== undefined) return;
      const pressed: Record<string, Raw> = (watched.guidePressed = {});
      const valueOf = (field: HTMLInputElement): string | boolean =>
        field.type === 'checkbox' ? field.checked : field.value;
      const remember = (element: Element, control: HTMLElement | null): void => {
        const root = element.closest<HTMLElement>('[data-flow]');
        if (root === null) return;
        const fields = [...root.querySelectorAll<HTMLInputElement>('[name]')].filter(
          ({ type, checked, name }) => name !== '' && (type !== 'radio' || checked),
        );
        pressed[root.dataset['flow'] ?? ''] = {
          event: control?.dataset['event'] ?? null,
          control: control?.innerText.trim() ?? null,
          fields: Object.fromEntries(fields.map((field) => [field.name, valueOf(field)])),
        };
      };
      document.addEventListener(
        'click',
        ({ target }) => {
          const control = target instanceof Element ? target.closest<HTMLElement>('[data-event]') : null;
          if (control !== null) remember(control, control);
        },
        true,
      );
      document.addEventListener(
        'submit',
        (event) => {
          const { submitter } = event;
          if (event.target instanceof Element && submitter?.dataset['event'] === undefined)
            remember(event.target, null);
        },
        true,
      );
    })
    .catch(() => undefined);
}

/**
 * What was pressed last in a flow; null if nothing is known of it. `told` are the entries that a field was told to get.
 */
export async function pressedIn(
  page: Page,
  flow: string,
  told: (name: string) => readonly (string | boolean)[],
): Promise<Pressed | null> {
  const raw = await page
    .evaluate((id) => (window as unknown as Watched).guidePressed?.[id] ?? null, flow)
    .catch(() => null);
  return raw === null ? null : withoutSecrets(raw, told);
}

/** A press without the secrets that the tester typed of their own. */
export function withoutSecrets(raw: Raw, told: (name: string) => readonly (string | boolean)[]): Pressed {
  const kept = (name: string, entry: string | boolean): Entry =>
    !isSecret(name) || told(name).some((each) => isSameEntry(entry, each, false)) ? entry : UNTOLD;
  return {
    ...raw,
    fields: Object.fromEntries(Object.entries(raw.fields).map(([name, entry]) => [name, kept(name, entry)])),
  };
}
