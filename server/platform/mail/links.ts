// The links in mails: all that carry a token (S-03) are built here.
import type { Config } from '#server/platform/config/config.ts';
import type { Culture } from '#openapi/cultures.ts';

/**
 * The pages that links of mails open with a token; the page takes the token out of its address
 * (src/session/mail-token.tsx).
 */
export const MAIL_PAGES = ['/ChangeEmail2', '/Freeze', '/Thaw'] as const;

/**
 * The language of a mail behind each address in it, for a browser that keeps none of its own: the page comes in it from
 * the first byte.
 */
export function languageQuery(culture: Culture): string {
  return `?culture=${culture}`;
}

declare const built: unique symbol;
/** A link with a token. Only `tokenLink` makes one, so no mail can carry a token anywhere but in the fragment. */
export type TokenLink = string & { readonly [built]: true };

interface LinkOrder {
  page: (typeof MAIL_PAGES)[number];
  token: string;
  /** The language of the mail. */
  culture: Culture;
}

/**
 * The link that opens a page with a token. The token is in the fragment, which browsers send to nobody: no proxy,
 * no log and no other site gets to know it. A plus sign becomes an encoded slash there, which the page corrects
 * (SRC §5). The query has nothing but the mail's language.
 */
export function tokenLink(
  { publicOrigin }: Pick<Config, 'publicOrigin'>,
  { page, token, culture }: LinkOrder,
): TokenLink {
  return `${publicOrigin}${page}${languageQuery(culture)}#token=${token.replaceAll('+', '%2F')}` as TokenLink;
}
