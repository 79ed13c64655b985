import { useCallback } from 'react';
import type { components } from '#openapi/api.gen.d.ts';
import { isCurrency } from '#money/currencies.ts';
import { useServices } from '#src/services/services.ts';
import { useDeviceItem } from '#src/services/use-device-item.ts';
import type { DisplayCurrency } from '#src/ui/member-currency.ts';
import { dataOf } from './answers.ts';
import { useRetryOfFailed } from './live.ts';
import { useRead } from './use-read.ts';

type Rates = Pick<components['schemas']['RateList'], 'items' | 'currencies'>;

const NONE: Rates = { items: [], currencies: [] };

/** Rates change without an act of the member, and become stale with time. */
const AGAIN_SECONDS = 60;
const againAfter = () => AGAIN_SECONDS;

/**
 * The currency in which this device shows what something is worth, for the members' frame. Its rate is asked for only
 * if it is not USD. One that is stale counts as none, as that of an asset does: an old rate would make wrong figures
 * look current.
 */
export function useDisplayCurrency(): DisplayCurrency {
  const { api, session } = useServices();
  const [stored, choose] = useDeviceItem('currency');
  const chosen = stored !== null && isCurrency(stored) ? stored : 'USD';
  const isRated = chosen !== 'USD';
  const read = useCallback(
    // A page that outlives its session asks for nothing.
    async (signal: AbortSignal): Promise<Rates> =>
      isRated && session.tokens() !== null ? dataOf(api.GET('/rates', { signal })) : NONE,
    [api, session, isRated],
  );
  const { result, refresh } = useRead(isRated ? 'currencies' : 'no currencies', read, isRated ? againAfter : undefined);
  useRetryOfFailed(result.state === 'failed', refresh);
  const { items, currencies } = result.state === 'ready' ? result.value : NONE;
  return {
    chosen,
    rate: currencies.find(({ currency, stale }) => currency === chosen && !stale) ?? null,
    isLoading: isRated && result.state === 'loading',
    usdFor: (asset) => items.find((rate) => rate.asset === asset && !rate.stale)?.usd ?? null,
    choose,
  };
}
