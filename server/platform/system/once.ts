/** What acts at its first call alone; later calls get what that one returned, whatever they are given. */
export function once<Given extends readonly unknown[], Made>(
  act: (...given: Given) => Made,
): (...given: Given) => Made {
  let made: { readonly value: Made } | null = null;
  return (...given) => (made ??= { value: act(...given) }).value;
}
