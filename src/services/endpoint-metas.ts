/**
 * The names of the `meta` elements with the endpoints of SRC §9: of the list of rates, the stream of rates, and the
 * member's stream. Apart from the others, which the first page reads.
 */
export const ENDPOINT_METAS = {
  chartUrl: 'chart-url',
  exchangeHubUrl: 'exchange-hub-url',
  chatHubUrl: 'chat-hub-url',
} as const;
