// Pays an address on this machine's development chain.
import { startCommand } from '#server/platform/system/operator-command.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChainAsset } from '#server/domain/chain/chain.ts';
import { developmentFolder, ENDPOINTS_FILE, type Endpoints } from '#server/domain/chain/development/endpoints.ts';
import { assetOf, payAddress } from '#server/domain/chain/development/pay.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { reasonOf } from '#server/platform/system/one-line-error.ts';
import { readArguments, type CommandLine, type Commands } from './command.ts';
import { Refused } from './errors.ts';

export const payCommands: Commands = {
  pay: { usage: 'pay ADDRESS AMOUNT [BTC | ETH | USDT]', help: 'pay an address on the development chain', run: pay },
};

/** Pays from the chain's rich account. */
async function pay({ services, operator, call, args }: CommandLine): Promise<string[]> {
  const {
    words: [address = '', amount = '', typed],
  } = readArguments(args, { words: [2, 3] });
  const asset = typed === undefined ? assetOf(address) : readAsset(typed);
  const transactionId = await payAddress(readEndpoints(services.config.dataDir), { address, amount, asset });
  await audit(services.db, {
    kind: 'development_payment',
    at: services.clock.now(),
    memberId: null,
    call,
    details: { operator, asset, amount, address, transactionId },
  });
  return [`paid ${amount} ${asset} to ${address}: ${transactionId}`];
}

function readAsset(typed: string): ChainAsset {
  const asset = (['BTC', 'ETH', 'USDT'] as const).find((candidate) => candidate === typed.toUpperCase());
  if (asset === undefined) throw new Refused(`${JSON.stringify(typed)} is not BTC, ETH or USDT`);
  return asset;
}

function readEndpoints(dataDir: string): Endpoints {
  try {
    // Written by the chain's own process.
    return JSON.parse(readFileSync(join(developmentFolder(dataDir), ENDPOINTS_FILE), 'utf8')) as Endpoints;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      throw new Refused(`the development chain in ${dataDir} cannot be found: ${reasonOf(error)}`);
    throw new Refused(`no development chain runs in ${dataDir}; start Perch with ${startCommand()} first`);
  }
}
