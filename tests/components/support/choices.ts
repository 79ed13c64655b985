// The choices of forms, by their labels, whether they are lists or tiles.
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';

const tilesOf = (name: string) => screen.queryByRole('radiogroup', { name });

/** The value that is chosen; of tiles, null if none is. Throws unless there is such a choice. */
export function chosenIn(name: string): string | null {
  const tiles = tilesOf(name);
  if (tiles === null) return screen.getByRole<HTMLSelectElement>('combobox', { name }).value;
  const chosen = within(tiles)
    .getAllByRole<HTMLInputElement>('radio')
    .find(({ checked }) => checked);
  return chosen?.value ?? null;
}

/** Chooses a value, as a member does. */
export async function chooseIn(name: string, value: string): Promise<void> {
  const user = userEvent.setup({ delay: null });
  const tiles = tilesOf(name);
  if (tiles === null) return user.selectOptions(screen.getByRole('combobox', { name }), value);
  const tile = within(tiles)
    .getAllByRole<HTMLInputElement>('radio')
    .find((each) => each.value === value);
  if (tile === undefined) throw new Error(`${name} offers no ${value}.`);
  await user.click(tile);
}
