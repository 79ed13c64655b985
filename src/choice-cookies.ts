import { DAY_SECONDS } from '#machines/chart/durations.ts';

const ONE_YEAR_SECONDS = 365 * DAY_SECONDS;

/** The choices that the server must know before it sends HTML. They are not secret, so scripts may write them. */
export type ChoiceCookie = 'culture' | 'theme';

/** Writes a choice, or deletes it if the value is null. */
export function writeCookie(page: Document, name: ChoiceCookie, value: string | null): void {
  const secure = page.location.protocol === 'https:' ? '; Secure' : '';
  const age = value === null ? 0 : ONE_YEAR_SECONDS;
  page.cookie = `${name}=${value ?? ''}; Path=/; Max-Age=${age}; SameSite=Strict${secure}`;
}
