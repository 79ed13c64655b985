import type { components } from '#openapi/api.gen.d.ts';
import { groupsOf } from '#src/ui/address.tsx';

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

/** A group of characters, counted from 1 as both addresses are drawn; one that the shorter of them lacks is empty. */
export interface DifferingGroup {
  readonly place: number;
  readonly own: string;
  readonly other: string;
}

/** The groups in which two addresses differ, for those who hear them. */
export function differingGroups(address: string, known: string, network: NetworkName): readonly DifferingGroup[] {
  const [here, there] = [groupsOf(address), groupsOf(known)];
  return Array.from({ length: Math.max(here.length, there.length) }, (_, at) => ({
    place: at + 1,
    own: here[at] ?? '',
    other: there[at] ?? '',
  })).filter(({ own, other }) => differingAt(own, other, network).size + differingAt(other, own, network).size > 0);
}
