import type { Asset } from '#money/assets.ts';
import type { components } from '#openapi/api.gen.d.ts';
import {
  ASSET_SCALE,
  type Chain,
  type ChainAsset,
  type Network,
  type NetworkInfo,
} from '#server/domain/chain/chain.ts';
import { confirmationsNeeded, type ConfirmationRules } from '#server/domain/chain/confirmations.ts';
import type { Services } from '#server/domain/services/services.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallContext } from '#server/platform/contract/types.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { fieldError } from '#server/platform/texts/field-errors.ts';

/** The assets that are deposited from a chain and withdrawn to one. */
export const CHAIN_ASSETS = Object.keys(ASSET_SCALE) as readonly ChainAsset[];

export function isChainAsset(asset: Asset): asset is ChainAsset {
  return CHAIN_ASSETS.some((each) => each === asset);
}

/**
 * The network of an asset, which must be the one given. @throws Problem asset_closed if there is none, invalid_request
 * for another
 */
export function requireNetwork(
  services: Services,
  call: CallContext,
  wanted: { asset: Asset; network: Network },
): { asset: ChainAsset; info: NetworkInfo } {
  const { asset, network } = wanted;
  const info = isChainAsset(asset) ? services.chain.networkOf(asset) : null;
  if (!isChainAsset(asset) || info === null) throw new Problem('asset_closed');
  if (info.network !== network)
    throw new Problem('invalid_request', { errors: fieldError('network', call.culture, 'wrongForm') });
  return { asset, info };
}

/**
 * An address of a network in its normal form.
 *
 * @throws Problem address_invalid if it is not an address or one of its characters is wrong, address_wrong_network for
 * another network's
 */
export function normalAddress(services: Services, network: Network, typed: string): string {
  const check = services.chain.validateAddress(network, typed);
  if (check.kind === 'ok') return check.address;
  throw new Problem(check.kind === 'wrongNetwork' ? 'address_wrong_network' : 'address_invalid');
}

/**
 * Refuses a member's own deposit address: the money would come back, less the fees, so a member who types it has mixed
 * something up. Another member's deposit address is treated like any other, so nobody can find out whose it is.
 *
 * @throws Problem address_own_deposit
 */
export async function refuseOwnDeposit(
  trx: Trx,
  { memberId, network, address }: { memberId: string; network: Network; address: string },
): Promise<void> {
  const own = await trx
    .selectFrom('chain_addresses')
    .select('id')
    .where('member_id', '=', memberId)
    .where('network', '=', network)
    .where('address', '=', address)
    .executeTakeFirst();
  if (own !== undefined) throw new Problem('address_own_deposit');
}

/** An address for the address book: of the network that the asset is on. @throws Problem */
export function readAddress(
  services: Services,
  call: CallContext,
  given: { asset: Asset; network: Network; address: string },
): { asset: ChainAsset; network: Network; address: string } {
  const { asset, network } = given;
  const fits = isChainAsset(asset) && (services.chain.networkOf(asset)?.network ?? network) === network;
  if (!fits)
    throw new Problem('invalid_request', {
      errors: fieldError(isChainAsset(asset) ? 'network' : 'asset', call.culture, 'wrongForm'),
    });
  return { asset, network, address: normalAddress(services, network, given.address) };
}

/** A network as members see it. */
export function showNetwork(
  chain: Chain,
  info: NetworkInfo,
  rules: ConfirmationRules,
): components['schemas']['Network'] {
  const { network, development } = info;
  return {
    network,
    development,
    confirmations: confirmationsNeeded([info], rules, network),
    delayedSince: delayedSince(chain, network),
  };
}

/** Since when payments on a network are not seen; null if they are, and during the first look. */
export function delayedSince(chain: Chain, network: Network): string | null {
  const watch = chain.watches().find((each) => each.network === network);
  return watch === undefined || watch.state === 'current' ? null : (watch.since?.toISOString() ?? null);
}
