/** The route of a state without its own URL. */
export const KEEPS_ADDRESS = '*';

/** A route in words, if it is not a URL. */
export function routeInWords(route: string): string {
  return route === KEEPS_ADDRESS ? 'keeps the address that the flow is at' : route;
}
