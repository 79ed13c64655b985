// The messages between the development chain's process and its users.
import { join } from 'node:path';
import type { Network } from '#server/domain/chain/chain.ts';

/** The URLs of the nodes; null if one is not running. */
export type Endpoints = Record<Network, string | null>;

export interface ProcessOptions {
  /** Where blocks and state are kept. */
  folder: string;
  /** 0: blocks are made on demand only. */
  blockSeconds: number;
  /** How many blocks are made for each payment; 0 if the chain is not wanted. */
  bitcoinBlocks: number;
  ethereumBlocks: number;
}

/** What the server sends the process while it runs, one JSON line each: how many blocks the rules now require. */
export type BlocksWanted = Pick<ProcessOptions, 'bitcoinBlocks' | 'ethereumBlocks'>;

export const ENDPOINTS_FILE = 'endpoints.json';

/** The folder of the development chains inside the database's folder. */
export function developmentFolder(dataDir: string): string {
  return join(dataDir, 'chain');
}
