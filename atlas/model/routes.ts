/** The route of a state that has no address of its own. */
export const KEEPS_ADDRESS = '*';

/** A route in words, where it is no address. */
export function routeInWords(route: string): string {
  return route === KEEPS_ADDRESS ? 'keeps the address that the flow is at' : route;
}
