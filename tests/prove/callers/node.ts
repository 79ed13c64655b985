// A Bitcoin node for servers that run as processes: blocks on demand, on a port that it can leave and take again.
import { join } from 'node:path';
import type { Server } from 'node:http';
import { HDKey } from '@scure/bip32';
import { BitcoinNode } from '#server/domain/chain/development/bitcoin-node.ts';
import { serveBitcoin } from '#server/domain/chain/development/bitcoin-rpc.ts';
import { BlockFile } from '#server/domain/chain/development/block-file.ts';

const TESTNET = { public: 0x04_35_87_cf, private: 0x04_35_83_94 };
const SEED = new Uint8Array(32).fill(7);

export interface ChainNode {
  readonly node: BitcoinNode;
  /** What a server learns of it. */
  readonly env: Record<string, string>;
  /** Nobody is answered any more. */
  leave(): Promise<void>;
  /** Answers again, at the same address. */
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

/** @param folder where its blocks are */
export async function openNode(folder: string): Promise<ChainNode> {
  const node = new BitcoinNode(new BlockFile(join(folder, `blocks-${process.pid}`)));
  let { url, server } = await serveBitcoin(node);
  const { port } = new URL(url);
  const leave = () => closed(server);
  return {
    node,
    env: {
      BTC_RPC_URL: url,
      BTC_NETWORK: 'regtest',
      BTC_CONFIRMATIONS: '2',
      BTC_XPUB: HDKey.fromMasterSeed(SEED, TESTNET).derive("m/84'/1'/0'").publicExtendedKey,
      DEV_CHAIN: 'off',
    },
    leave,
    comeBack: async () => void ({ url, server } = await serveBitcoin(node, Number(port))),
    close: async () => {
      await leave();
      node.close();
    },
  };
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => void server.close(() => resolve()));
}
