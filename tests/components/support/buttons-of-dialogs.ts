// What is on the buttons of the dialogs that ask for confirmation.
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { loadArea } from '#src/i18n/load-area.ts';
import { walksInTurns } from '#walk/paths/turns.ts';
import { dialogs, type Asked } from './asked-dialogs.ts';
import { json, openApp, type Answers } from './open-app.tsx';

/** The server's answers for a dialog to be there. */
export const answersOf = (replies: Asked['replies']): Answers =>
  Object.fromEntries(Object.entries(replies).map(([call, body]) => [call, () => json(body)]));

/** A test of each dialog, in one language each; `shift` chooses another than 0 does. */
export function testsOfButtons(shift: 0 | 1 | 2): void {
  it.each(walksInTurns(dialogs, shift))(
    'the dialog of $walk.file says in $culture on both buttons what they do',
    async ({ walk: { address, replies, opener, buttons }, culture }) => {
      await openApp(address, { answers: answersOf(replies), culture });
      const [button] = await screen.findAllByRole('button', { name: opener[culture] });
      await userEvent.click(button as HTMLElement);
      const shown = within(await screen.findByRole('dialog'))
        .getAllByRole('button')
        .map(({ textContent }) => textContent)
        .slice(-2);
      expect(shown).toEqual(buttons[culture]);
      const { action } = (await loadArea(culture, 'common')) as { action: { cancel: string } };
      expect(shown).not.toContain(action.cancel);
    },
  );
}
