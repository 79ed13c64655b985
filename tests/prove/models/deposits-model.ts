// A chain, and what somebody who reads it block by block knows of its payments.

export interface Payment {
  readonly id: string;
  readonly who: number;
  readonly units: bigint;
  /** The height at which it was last seen; null if it was not seen, or was dropped. */
  seen: number | null;
  wasSeen: boolean;
  /** The outcome of it once it was final; nothing changes that. */
  fate: 'credited' | 'refused' | 'approved' | null;
}

export interface Block {
  readonly hash: string;
  readonly payments: readonly Payment[];
}

export class DepositsModel {
  readonly payments: Payment[] = [];
  /** Paid, and not in a block. */
  pool: Payment[] = [];
  chain: Block[];
  /** The hashes that were read. */
  private read: string[];
  /** How often a payment was taken away after it was seen. */
  drops = 0;
  private readonly required: number;
  private readonly minimum: bigint;

  constructor(hashes: readonly string[], rules: { required: number; minimum: bigint }) {
    this.chain = hashes.map((hash) => ({ hash, payments: [] }));
    this.read = [...hashes];
    this.required = rules.required;
    this.minimum = rules.minimum;
  }

  mine(hash: string): void {
    this.chain.push({ hash, payments: this.pool });
    this.pool = [];
  }

  /** Takes blocks away; their payments wait for another block, but for those that are spent otherwise. */
  cut(depth: number, isGone: (place: number) => boolean): void {
    const freed = this.chain.splice(this.chain.length - depth).flatMap(({ payments }) => payments);
    this.pool.push(...freed.filter((_, place) => !isGone(place)));
  }

  /** Reads on, as a watcher does: back to the last block that is still there, then forward. */
  watch(): void {
    // A node with fewer blocks than were read lags behind: nothing is concluded from that.
    if (this.chain.length < this.read.length) return;
    while (this.read.at(-1) !== this.chain[this.read.length - 1]?.hash) {
      this.read.pop();
      for (const payment of this.open())
        if (payment.seen !== null && payment.seen >= this.read.length) {
          payment.seen = null;
          this.drops += 1;
        }
    }
    for (let height = this.read.length; height < this.chain.length; height += 1) this.readNext(height);
  }

  private readNext(height: number): void {
    const block = this.chain[height];
    if (block === undefined) return;
    this.read.push(block.hash);
    for (const payment of block.payments)
      if (payment.fate === null) Object.assign(payment, { seen: height, wasSeen: true });
    for (const payment of this.open())
      if (payment.seen !== null && height - payment.seen + 1 >= this.required)
        payment.fate = payment.units >= this.minimum ? 'credited' : 'refused';
  }

  private open(): Payment[] {
    return this.payments.filter(({ fate }) => fate === null);
  }

  /** In a member's wallet, on its way there, and with the club, in units. */
  sums(who: number): { wallet: bigint; transit: bigint; refused: bigint } {
    const own = this.payments.filter((payment) => payment.who === who);
    const sum = (some: readonly Payment[]) => some.reduce((all, { units }) => all + units, 0n);
    return {
      wallet: sum(own.filter(({ fate }) => fate === 'credited' || fate === 'approved')),
      transit: sum(own.filter(({ fate, seen }) => fate === null && seen !== null)),
      refused: sum(own.filter(({ fate }) => fate === 'refused')),
    };
  }

  /** How each payment that was ever seen should be known. */
  states(): [id: string, state: 'final' | 'open' | 'dropped'][] {
    return this.payments.flatMap(({ id, wasSeen, seen, fate }) =>
      wasSeen ? [[id, fate !== null ? 'final' : seen === null ? 'dropped' : 'open'] as const] : [],
    ) as [string, 'final' | 'open' | 'dropped'][];
  }
}
