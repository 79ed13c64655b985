import { DAY_SECONDS } from '#machines/chart/durations.ts';

const ONE_YEAR_SECONDS = 365 * DAY_SECONDS;

/** The choices that the server must know before it sends HTML. They are not secret, so scripts may write them. */
export type ChoiceCookie = 'culture' | 'theme';

/**
 * Writes a choice, or deletes it if the value is null. Lax, not Strict: a page that a link of a mail opens has the same
 * look and language.
 */
export function writeCookie(page: Document, name: ChoiceCookie, value: string | null): void {
  const secure = page.location.protocol === 'https:' ? '; Secure' : '';
  const age = value === null ? 0 : ONE_YEAR_SECONDS;
  page.cookie = `${name}=${value ?? ''}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`;
}
