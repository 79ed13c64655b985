import type { components } from '#openapi/api.gen.d.ts';
import { oneOf, type Form } from './stored-form.ts';

type Schemas = components['schemas'];

export const asset: Form<Schemas['Asset']> = oneOf<Schemas['Asset']>({
  USDT: true,
  BTC: true,
  ETH: true,
  MSPC: true,
  MP: true,
  PP: true,
});
export const network: Form<Schemas['NetworkName']> = oneOf<Schemas['NetworkName']>({ bitcoin: true, ethereum: true });
