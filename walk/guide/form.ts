// What the guide reads of a form on the screen: its labels, its order, and what a person typed.
import type { Page } from 'playwright-core';
import { isSecret, UNTOLD, type Entry } from '#walk/paths/secrets.ts';

/** A form on the screen. */
export interface Shown {
  /** The names of its fields, from top to bottom. */
  readonly order: readonly string[];
  /** The label of each choice, by the field's name and the choice's value. */
  readonly choices: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export const NOTHING_SHOWN: Shown = { order: [], choices: {} };

/** A person's last press in a flow. */
export interface Pressed {
  /** The event of the control; null if the form was sent without one. */
  readonly event: string | null;
  /** The control's label. */
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
 * How a form reads an entry, compared with `told`: surrounding spaces are ignored, and a code or an amount may be typed
 * in groups, or grouped by the form itself.
 */
export function asRead(entry: string | boolean, told: string | boolean): string | boolean {
  if (typeof entry === 'boolean' || typeof told === 'boolean') return entry;
  const text = entry.trim();
  if (CODE.test(told)) return text.normalize('NFKC').replaceAll(GAPS, '');
  if (RECOVERY_CODE.test(told)) return text.normalize('NFKC').replaceAll(GAPS, '').toUpperCase();
  return AMOUNT.test(told) && GROUPED.test(text) ? text.replaceAll(',', '') : text;
}

/** Whether a form treats two entries as the same; in a password every character counts, spaces too. */
export function isSameEntry(entry: string | boolean, told: string | boolean, isPassword: boolean): boolean {
  return isPassword ? entry === told : asRead(entry, told) === asRead(told, told);
}

/** Whether what was typed is what the guide said; a secret that it did not say is never the same. */
export function isAsTold(entry: Entry, told: string | boolean, isPassword: boolean): boolean {
  return entry !== UNTOLD && isSameEntry(entry, told, isPassword);
}

/** A press with everything that was typed, as the page recorded it. */
type Raw = Omit<Pressed, 'fields'> & { readonly fields: Readonly<Record<string, string | boolean>> };

/** Where the page records presses. */
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

/** From now on the page records the contents of a flow's form when it is sent. Idempotent. */
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

/** The last press in a flow; null if it is unknown. `told` are the entries that the guide gave for a field. */
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

/** A press without the tester's own secrets. */
export function withoutSecrets(raw: Raw, told: (name: string) => readonly (string | boolean)[]): Pressed {
  const kept = (name: string, entry: string | boolean): Entry =>
    !isSecret(name) || told(name).some((each) => isSameEntry(entry, each, false)) ? entry : UNTOLD;
  return {
    ...raw,
    fields: Object.fromEntries(Object.entries(raw.fields).map(([name, entry]) => [name, kept(name, entry)])),
  };
}
