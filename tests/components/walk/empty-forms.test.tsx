import { act, fireEvent } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { walking } from '#walk/component/driver.ts';
import { flows, graphOf } from '#walk/paths/flows.ts';
import { formsOf } from '#walk/paths/screens.ts';
import { walksInTurns } from '#walk/paths/turns.ts';

const TIMEOUT_MS = 60_000;

/** Forms that may be sent as they are: everything in them is optional, or has a value that nobody can take away. */
const NOTHING_NEEDED: readonly string[] = ['notice-settings notice-settings-form'];

const ENTRIES = 'input:not([type="radio"]):not([type="checkbox"]), textarea';

/** Empties every entry of a form that can be emptied, and presses its main button. */
async function sendEmpty(form: HTMLFormElement): Promise<void> {
  for (const entry of form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(ENTRIES))
    fireEvent.change(entry, { target: { value: '' } });
  const button = form.querySelector('button[type="submit"]');
  if (button === null) throw new Error('The form has no main button.');
  fireEvent.click(button);
  await act(() => vi.advanceTimersByTimeAsync(50));
}

/** What is wrong with how an empty form is refused; null if it was sent. */
function wrongAfter(form: HTMLFormElement): readonly string[] | null {
  const [first, ...others] = form.querySelectorAll<HTMLElement>('[aria-invalid="true"]');
  if (first === undefined) return null;
  const described = [first, ...others].filter(
    (entry) =>
      !(entry.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .some((id) => /-error$/.test(id) && document.getElementById(id)?.textContent !== ''),
  );
  return [
    ...(document.activeElement === first ? [] : [`the focus is on ${document.activeElement?.outerHTML.slice(0, 120)}`]),
    ...described.map((entry) => `no message describes ${entry.outerHTML.slice(0, 120)}`),
  ];
}

const forms = flows.flatMap((cases) => formsOf(cases).map((view) => ({ ...view, id: cases.machine.id, cases })));

/** Whatever a form asks for: sent empty, it leads to its first wrong entry, and each has its message. */
describe('a form that is sent empty', () => {
  it.each(walksInTurns(forms))(
    'leads to what is missing: $walk.id, $walk.screen in $culture',
    { timeout: TIMEOUT_MS },
    ({ walk: { id, cases, screen, path }, culture }) =>
      walking(graphOf(cases), path, { culture, strict: false }, async () => {
        const shown = [...document.querySelectorAll<HTMLFormElement>(`[data-flow="${id}"] form`)];
        expect(shown.length).toBeGreaterThan(0);
        for (const form of shown) {
          await sendEmpty(form);
          expect(wrongAfter(form)).toEqual(NOTHING_NEEDED.includes(`${id} ${screen}`) ? null : []);
        }
      }),
  );
});
