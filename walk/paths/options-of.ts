/** The call that returns the options of a money flow's form. */
export function optionsOf(flow: string): string {
  return `get${flow.charAt(0).toUpperCase()}${flow.slice(1)}Options`;
}
