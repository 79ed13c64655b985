// `npm run pay -- <address> <amount> [asset]`: pays an address on the development chain of the Perch that runs here.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChainAsset } from '#server/chain/chain.ts';
import { developmentFolder, ENDPOINTS_FILE, type Endpoints } from '#server/chain/development/endpoints.ts';
import { assetOf, payAddress, PaymentError } from '#server/chain/development/pay.ts';
import { ConfigError } from '#server/config-values.ts';
import { readConfig } from '#server/config.ts';

const USAGE = 'Usage: npm run pay -- <address> <amount> [BTC | ETH | USDT]';
const WRONG_INPUT = 2;

async function main(): Promise<void> {
  const [address, amount, asset, ...more] = process.argv.slice(2);
  if (address === undefined || amount === undefined || more.length > 0) throw new PaymentError(USAGE);
  const payment = { address, amount, asset: readAsset(asset, address) };
  const id = await payAddress(readEndpoints(readConfig(process.env, process.cwd()).dataDir), payment);
  console.log(`Paid ${amount} ${payment.asset} to ${address}: ${id}`);
}

function readAsset(text: string | undefined, address: string): ChainAsset {
  if (text === undefined) return assetOf(address);
  const asset = (['BTC', 'ETH', 'USDT'] as const).find((candidate) => candidate === text.toUpperCase());
  if (asset === undefined) throw new PaymentError(`${JSON.stringify(text)} is not BTC, ETH or USDT`);
  return asset;
}

function readEndpoints(dataDir: string): Endpoints {
  try {
    return JSON.parse(readFileSync(join(developmentFolder(dataDir), ENDPOINTS_FILE), 'utf8')) as Endpoints;
  } catch {
    throw new PaymentError(`no development chain runs in ${dataDir}; start Perch with npm start first`);
  }
}

main().catch((error: unknown) => {
  if (!(error instanceof PaymentError) && !(error instanceof ConfigError)) throw error;
  console.error(`pay: ${error.message}`);
  process.exit(WRONG_INPUT);
});
