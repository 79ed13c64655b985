// Members who act all at once on a real server, and remember what they were told.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '#server/domain/services/services.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { checkBesideServers } from '#tests/support/books.ts';
import type { Random } from '../random.ts';
import { ACTS, Caller, KINDS_OF_ACTS, type Mailbox } from './acts.ts';
import { Calls, Lost, type Sent, type Where } from './calls.ts';
import type { Person } from './club.ts';
import { compare, toldBy, type Payment, type Told } from './compare.ts';
import { settle, type Settling } from './settle.ts';

export interface Load {
  readonly random: Random;
  /** Ends the load; asked between two acts. */
  readonly isOver: () => boolean;
  /** What somebody does whose answer was lost: `end` if the server is gone for good. */
  readonly whenLost: 'end' | 'go on';
}

const PAUSE_MS = 50;

export class Crowd {
  readonly people: readonly Person[];
  readonly callers: readonly Caller[];
  /** What was sent since the last settling. */
  calls: Calls;
  private readonly settled: Sent[] = [];
  private readonly payments: Payment[] = [];
  private readonly where: Where;

  constructor(people: readonly Person[], { where, mailbox }: { where: Where; mailbox: Mailbox }) {
    this.people = people;
    this.where = where;
    this.calls = new Calls(where);
    this.callers = people.map(
      (person) => new Caller(person, { call: (token) => this.callOf(person, token), where, mailbox }),
    );
  }

  /** Always into the calls of this moment. */
  private callOf(person: Person, token: () => string): Caller['call'] {
    return (operationId, ...given) => this.calls.by(person, token)(operationId, ...given);
  }

  signIn(): Promise<unknown> {
    return Promise.all(this.callers.map((caller) => caller.signIn()));
  }

  /** Everybody acts, one act after the other, until it is over. */
  async load({ random, isOver, whenLost }: Load): Promise<void> {
    const acting = async (caller: Caller, own: Random) => {
      while (!isOver()) {
        const [, act] = ACTS[own.pick(KINDS_OF_ACTS)] ?? [];
        const before = this.calls.acknowledged;
        try {
          await act?.(caller, own, this.people);
        } catch (error) {
          if (!(error instanceof Lost)) throw error;
          if (whenLost === 'end') return;
        }
        // Nobody hammers a server that refuses.
        if (this.calls.acknowledged === before) await sleep(PAUSE_MS);
      }
    };
    await Promise.all(this.callers.map((caller, index) => acting(caller, random.apart(index))));
  }

  /** Waits until this many more calls are acknowledged, while a load is under way. */
  async acknowledged(more: number, ends: Promise<unknown>): Promise<void> {
    const enough = this.calls.acknowledged + more;
    let isOver = false;
    ends.then(
      () => (isOver = true),
      () => (isOver = true),
    );
    while (this.calls.acknowledged < enough && !isOver) await Promise.race([sleep(2), ends]);
  }

  /** Repeats everything that was sent since the last time, and begins a new list. */
  async settle(settling: Omit<Settling, 'where'>): Promise<void> {
    const { sent } = this.calls;
    await settle(sent, { ...settling, where: this.where });
    this.settled.push(...sent);
    this.calls = new Calls(this.where);
  }

  /** What somebody got from a chain. */
  paid(payment: Payment): void {
    this.payments.push(payment);
  }

  get told(): Told {
    return toldBy(this.settled);
  }

  get everything(): readonly Sent[] {
    return this.settled;
  }

  /** @throws AssertionError where the club knows something else than its members */
  async compare({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
    await compare(db, this.people, { ...this.told, payments: this.payments });
    assert.deepEqual(await checkBesideServers(db, { now: clock.now(), full: true }), { kind: 'agree' });
  }

  /** The same with a fault that is planted in what the members know, or in the books; the latter is undone. */
  async compareWith({ db }: Pick<Services, 'db'>, plant: (told: Told, trx: Trx) => Promise<unknown>): Promise<void> {
    const trx = await db.startTransaction().execute();
    const { told } = this;
    try {
      await plant(told, trx);
      await compare(trx, this.people, { ...told, payments: this.payments });
    } finally {
      await trx.rollback().execute();
    }
  }
}
