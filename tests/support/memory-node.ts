import type { BlockPayment, BlockSource, ChainBlock } from '#server/domain/chain/block-source.ts';

/** A node in memory, whose blocks a test removes and restores. */
export class MemoryNode implements BlockSource {
  readonly network = 'bitcoin';
  readonly lookupOf = (address: string) => address;
  up = true;
  blocks: ChainBlock[] = [];
  /** When its newest block was made; never too long ago, unless a test says so. */
  made = new Date(8_640_000_000_000_000);

  constructor(name: string, height: number) {
    this.mine(name, height + 1);
  }

  mine(name: string, count: number, payments: BlockPayment[] = []): void {
    for (let made = 0; made < count; made += 1) {
      const height = this.blocks.length;
      this.blocks.push({
        height,
        hash: `${name}-${height}`,
        parentHash: this.blocks.at(-1)?.hash ?? 'none',
        payments: made === 0 ? payments : [],
      });
    }
  }

  async genesis() {
    return (await this.hashAt(0)) ?? '';
  }
  async tip() {
    return this.blocks.length - 1;
  }
  async hashAt(height: number) {
    return this.blocks[height]?.hash ?? null;
  }
  async blockAt(height: number) {
    return this.blocks[height] ?? null;
  }
  async madeAt(_block?: { height: number; hash: string }) {
    return this.made;
  }
  async tookPlace() {
    return true;
  }
}
