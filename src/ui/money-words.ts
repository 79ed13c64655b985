import { useTranslation } from 'react-i18next';
import type texts from '#locales/en-US/money.json';
import type { Asset } from '#money/assets.ts';
import type { components } from '#openapi/api.gen.d.ts';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    money: typeof texts;
  }
}

type NetworkName = components['schemas']['NetworkName'];

/** The coin that fees of a network are paid in, which is how members know the network. */
export const NETWORK_COINS = { bitcoin: 'BTC', ethereum: 'ETH' } as const satisfies Record<NetworkName, Asset>;

export interface MoneyWords {
  /** "USDT · Tether": the code, which every list shows, and its name. */
  readonly asset: (asset: Asset) => string;
  /** The chain's name; a development chain is labeled as one. */
  readonly network: (network: NetworkName, development: boolean) => string;
}

/** The names of assets and networks in the language of the page. */
export function useMoneyWords(): MoneyWords {
  const { t } = useTranslation(['money', 'common']);
  return {
    asset: (asset) => `${asset}${t('common:separator')}${t(`asset.${asset}`)}`,
    network: (network, development) =>
      development ? t('developmentNetwork', { network: t(`network.${network}`) }) : t(`network.${network}`),
  };
}
