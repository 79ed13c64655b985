/** The call that says what the form of a flow of money offers. */
export function optionsOf(flow: string): string {
  return `get${flow.charAt(0).toUpperCase()}${flow.slice(1)}Options`;
}
