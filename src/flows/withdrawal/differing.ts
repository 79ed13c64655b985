import type { components } from '#openapi/api.gen.d.ts';

type NetworkName = components['schemas']['NetworkName'];

/**
 * The positions at which `address` differs from `known`, including a longer end (D-28). The letter case of an Ethereum
 * address is its checksum: it changes everywhere with one digit, so only the digits are compared.
 */
export function differingAt(address: string, known: string, network: NetworkName): ReadonlySet<number> {
  const plain = (text: string) => [...(network === 'ethereum' ? text.toLowerCase() : text)];
  const other = plain(known);
  return new Set(plain(address).flatMap((character, place) => (character === other[place] ? [] : [place])));
}
