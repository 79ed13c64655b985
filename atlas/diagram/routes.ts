/** The route of a state without its own URL. */
export const KEEPS_ADDRESS = '*';
