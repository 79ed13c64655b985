// What the server writes of its settings into a page, as `meta` elements (server/entry/web/pages.ts).

/** The other API origins that the operator allows (S-14), separated by blanks. */
const API_ORIGINS_META = 'api-origins';

/** The address of support. */
export const SUPPORT_EMAIL_META = 'support-email';

/** What is written in a page under a name; undefined if nothing is. */
export const writtenMeta = (name: string, page = document): string | undefined =>
  page.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

/** The other API origins that the operator allows. */
export const allowedOrigins = (page = document): string[] =>
  (writtenMeta(API_ORIGINS_META, page) ?? '').split(' ').filter((origin) => origin !== '');
