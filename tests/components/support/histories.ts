import { screen, within } from '@testing-library/react';
import { example, json, type OpenedApp } from './open-app.tsx';

// Histories as the server answers them, and what the page asked for and shows.

const [sample] = (example('GET', '/histories/{kind}') as { items: [Record<string, unknown>] }).items;

/** A record that differs from the contract's example in its reference, `W-` and its place, and in what is given. */
export function record(place: number, rest: object = {}) {
  const id = `0f0cf7f9-0d0e-4a79-8c2b-${String(place).padStart(12, '0')}`;
  return { ...sample, id, reference: `W-${place}`, ...rest };
}

/** A page of a history. */
export function page(items: object[], nextCursor: string | null = null, days: object[] = []) {
  return json({ items, days, nextCursor });
}

/** The list that most of these tests open. */
export const LIST = 'GET /histories/withdrawal';

/** The queries of a call so far, without the language and the zone, which every call has. */
export function queriesOf({ sent }: OpenedApp, call = LIST) {
  return sent
    .filter((each) => each.call === call)
    .map(({ search }) => {
      const { culture: _culture, timeZone: _zone, ...rest } = Object.fromEntries(search);
      return rest;
    });
}

/** The places of the records whose rows are in a part of the page, in their order: a row leads to its receipt. */
export const placesIn = (part: HTMLElement): readonly number[] =>
  [...part.querySelectorAll('a[href^="/Receipt/"]')].map((row) => Number(row.getAttribute('href')?.slice(-12)));

/** The lists of records; the navigation and the presets have lists as well. */
export function records() {
  return within(screen.getByRole('region', RECORDS));
}

/** The same, once the page is there. */
export async function recordsOnceThere() {
  return within(await screen.findByRole('region', RECORDS));
}

const RECORDS = { name: 'Records' };
