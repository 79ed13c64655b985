// Acts that move money, each as the app makes it: a draft, its code, the confirmation; or a request and its end.
import type { Answer, Call } from '#tests/api/support/call.ts';
import type { Random } from '../random.ts';
import { sendOnce, type Where } from './calls.ts';
import type { Person } from './club.ts';

/** How somebody reads the mails of a member. */
export interface Mailbox {
  /** The six digits of the newest mail to an address; null if none came. */
  code(email: string): Promise<string | null>;
}

const STEP_MS = 30_000;
const ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

/** A member who is signed in and acts. */
export class Caller {
  readonly person: Person;
  readonly call: Call;
  private token = '';
  private signedInAt = 0;
  private readonly where: Where;
  private readonly mailbox: Mailbox;
  /** The last step of the app whose code was given. */
  private lastStep = 0;

  constructor(person: Person, given: { call: (token: () => string) => Call; where: Where; mailbox: Mailbox }) {
    this.person = person;
    this.where = given.where;
    this.mailbox = given.mailbox;
    this.call = given.call(() => this.token);
  }

  /** Signs in, unless the previous session is recent. @throws Lost, or Error if the server refuses */
  async signIn(): Promise<void> {
    if (this.token !== '' && Date.now() - this.signedInAt < SESSION_MS) return;
    const { username, password } = this.person;
    let answer = await this.open('/token', { username, password });
    if (answer.body.result === 'secondFactor') {
      const code = this.nextCode();
      if (code === null) throw new Error('there is no code of the app for signing in');
      answer = await this.open('/token/twoFactor', { challenge: answer.body.challenge, method: 'totp', code });
    }
    this.token = answer.body.accessToken;
    this.signedInAt = Date.now();
  }

  private async open(path: string, body: object): Promise<Answer> {
    const answer = await sendOnce(this.where, { method: 'POST', path, request: { body } });
    if (answer.status !== 200) throw new Error(`signing in was refused: ${JSON.stringify(answer.body)}`);
    return answer;
  }

  /** A code of the app that was not given yet; null if all that would be taken now were. */
  private nextCode(): string | null {
    const now = Math.floor(Date.now() / STEP_MS);
    // Late in a step, the one before would be over by the time that a busy server reads its code.
    const oldest = Date.now() % STEP_MS < STEP_MS / 2 ? now - 1 : now;
    const step = Math.max(oldest, this.lastStep + 1);
    if (step > now + 1) return null;
    this.lastStep = step;
    return this.person.code(step - now);
  }

  /** Confirms a draft. Returns the answer; null if there was no code to confirm it with. */
  async confirm({ status, body: draft }: Answer): Promise<Answer | null> {
    if (status !== 200) return null;
    let code: string | null = null;
    if (draft.secondFactor === 'totp') code = this.nextCode();
    if (draft.secondFactor === 'email') {
      const sent = await this.call('sendDraftCode', { path: { id: draft.id } });
      code = sent.status === 200 ? await this.mailbox.code(this.person.email) : null;
    }
    if (code === null && draft.secondFactor !== 'none') return null;
    return this.call('confirmDraft', { path: { id: draft.id }, body: { code } });
  }
}

/** Shorter than an access token lives. */
const SESSION_MS = 8 * 60 * 1000;

export type Act = (caller: Caller, random: Random, people: readonly Person[]) => Promise<unknown>;

const cents = (random: Random, most: number) => (random.whole(100, most * 100) / 100).toFixed(2);

/** Each kind of act, with how often it comes. */
export const ACTS: Readonly<Record<string, readonly [often: number, Act]>> = {
  exchange: [
    6,
    async (caller, random) => {
      const [from, to] = random.pick([
        ['USDT', 'BTC'],
        ['USDT', 'MSPC'],
        ['BTC', 'USDT'],
      ] as const);
      const amount = from === 'BTC' ? '0.0002' : cents(random, 20);
      return caller.confirm(await caller.call('createExchange', { body: { from, to, amount } }));
    },
  ],
  transfer: [
    4,
    async (caller, random, people) => {
      const others = people.filter(({ id }) => id !== caller.person.id);
      const wanted = { asset: 'USDT' as const, amount: cents(random, 20), note: 'prove' };
      const body = { ...wanted, recipient: random.pick(others).username };
      return caller.confirm(await caller.call('createTransfer', { body }));
    },
  ],
  purchase: [
    2,
    async (caller) => {
      const body = { stage: 1, amountUsd: null, riskVersion: 1 };
      return caller.confirm(await caller.call('createPurchase', { body }));
    },
  ],
  restake: [
    2,
    async (caller, random) => {
      const stakeId = caller.person.stakes.pop();
      if (stakeId === undefined) return null;
      const option = random.pick(['full', 'mpOnly', 'withdraw'] as const);
      return caller.confirm(await caller.call('createRestake', { body: { stakeId, option } }));
    },
  ],
  withdrawal: [
    3,
    async (caller, random) => {
      const body = { asset: 'BTC', network: 'bitcoin', address: ADDRESS, amount: '0.01' } as const;
      const confirmed = await caller.confirm(await caller.call('createWithdrawal', { body }));
      if (confirmed?.status !== 200 || random.chance(0.4)) return confirmed;
      return caller.call('cancelWithdrawal', { path: { id: confirmed.body.receiptId } });
    },
  ],
  deposit: [
    2,
    async (caller, random) => {
      const body = { asset: 'BTC', network: 'bitcoin', amount: '0.1' } as const;
      const asked = await caller.call('createDeposit', { body });
      if (asked.status !== 200 || random.chance(0.2)) return asked;
      return caller.call('cancelDeposit', { path: { id: asked.body.id } });
    },
  ],
};

/** The names of acts, each as often as it comes. */
export const KINDS_OF_ACTS = Object.entries(ACTS).flatMap(([name, [often]]) =>
  Array.from({ length: often }, () => name),
);
