// Names of the `meta` elements in which the server writes its settings into a page (server/entry/web/pages.ts).

/** The other API origins that the operator allows (S-14), separated by blanks. */
export const API_ORIGINS_META = 'api-origins';

/** The address of support. */
export const SUPPORT_EMAIL_META = 'support-email';

/** The endpoints of SRC §9: of the list of rates, the stream of rates, and the member's stream. */
export const ENDPOINT_METAS = {
  chart: 'chart-url',
  exchangeHub: 'exchange-hub-url',
  chatHub: 'chat-hub-url',
} as const;
