// What the development chain's process and those who use it tell each other.
import { join } from 'node:path';
import type { Network } from '#server/domain/chain/chain.ts';

/** The URLs of the nodes; null where one doesn't run. */
export type Endpoints = Record<Network, string | null>;

export interface ProcessOptions {
  /** Where blocks and state are kept. */
  folder: string;
  /** 0: blocks are made on demand only. */
  blockSeconds: number;
  /** So many blocks are made for each payment; 0 where the chain isn't wanted. */
  bitcoinBlocks: number;
  ethereumBlocks: number;
}

/** What the server tells the process while it runs, one JSON line each: the rules ask for more blocks, or for fewer. */
export type BlocksWanted = Pick<ProcessOptions, 'bitcoinBlocks' | 'ethereumBlocks'>;

export const ENDPOINTS_FILE = 'endpoints.json';

/** The folder of the development chains in the folder of the database. */
export function developmentFolder(dataDir: string): string {
  return join(dataDir, 'chain');
}
