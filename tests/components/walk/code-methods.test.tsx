import { act, fireEvent } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { walking } from '#walk/component/driver.ts';
import { flows, graphOf } from '#walk/paths/flows.ts';
import { formsOf } from '#walk/paths/screens.ts';
import { walksInTurns } from '#walk/paths/turns.ts';

const TIMEOUT_MS = 60_000;

/** The forms whose code can be one of the app or a recovery code, by a press. */
const forms = flows.flatMap((cases) => {
  const { edges } = graphOf(cases);
  return formsOf(cases)
    .filter(({ path }) =>
      edges.some(
        ({ from, step }) =>
          from === path.edges.at(-1)?.to && step.kind === 'event' && step.event === 'USE_RECOVERY_CODE',
      ),
    )
    .map((view) => ({ ...view, id: cases.machine.id, cases }));
});

const entry = (name: string) => document.querySelector<HTMLInputElement>(`main input[name="${name}"]`);
const type = (name: string, value: string) => {
  const input = entry(name);
  if (input !== null) fireEvent.change(input, { target: { value } });
};
async function press(event: string): Promise<void> {
  const button = document.querySelector(`main button[data-event="${event}"]`);
  if (button === null) throw new Error(`There is no button ${event}.`);
  fireEvent.click(button);
  await act(() => vi.advanceTimersByTimeAsync(50));
}

describe('a code by another method', () => {
  it('can be typed in several flows', () => {
    expect(new Set(forms.map(({ id }) => id)).size).toBeGreaterThan(2);
  });

  it.each(walksInTurns(forms))(
    'takes nothing of what was typed: $walk.id, $walk.screen',
    { timeout: TIMEOUT_MS },
    ({ walk: { cases, path }, culture }) =>
      walking(graphOf(cases), path, { culture, strict: false }, async () => {
        type('password', 'correct horse battery');
        const password = entry('password')?.value;
        type('code', '123456');
        await press('USE_RECOVERY_CODE');
        expect([entry('code')?.value, entry('password')?.value]).toEqual(['', password]);
        expect(document.querySelector('[aria-invalid="true"]')).toBeNull();
        type('code', 'ABCD-EFGH');
        await press('USE_APP_CODE');
        expect([entry('code')?.value, entry('password')?.value]).toEqual(['123 456', password]);
        await press('USE_RECOVERY_CODE');
        expect([entry('code')?.value, entry('password')?.value]).toEqual(['ABCD-EFGH', password]);
      }),
  );
});
