// The flows that move money in the browser: how the real server is brought to each of its answers, and what a person
// types for it.
import { randomUUID } from 'node:crypto';
import { secondsAfter } from '#server/platform/system/clock.ts';
import { NEW_FOR_SECONDS } from '#server/domain/open-acts/new-addresses.ts';
import type { TestMember } from '#fixtures/club/members.ts';
import { after, changed, WRONG_CODE, type Answers, type Fields, type Typist } from './answering.ts';
import { FORGOTTEN, free, held, me, ready, unconfirmable } from './funds.ts';
import { depositAnswers } from './deposits.ts';
import { draftAnswers, freshMailCode, revive, type Factor } from './drafts.ts';
import { savedOnlyMeanwhile } from './allow-list.ts';
import { stakeAnswers } from './stakes.ts';
import type { Stage } from './stage.ts';

/** An address with a wrong checksum. */
const NO_ADDRESS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda95';
const LOOK_ALIKE = '0x9858EfFD232B4033E47d90003D41EC34Ecabda94';
const LABEL = 'Cold wallet';
const NOBODY = 'nobody-of-that-name';

export const moneyAnswers: Answers = {
  ...draftAnswers,
  ...depositAnswers,
  ...stakeAnswers,
  getWithdrawalOptions: {
    loaded: ready,
    onHold: after(({ stage }) => held(stage)),
    unconfirmable: after(({ stage }) => unconfirmable(stage)),
  },
  createWithdrawal: {
    created: ready,
    resembling: after(async (answering) => {
      const { stage } = answering;
      await free(stage);
      const { id } = await me(answering);
      const row = {
        id: randomUUID(),
        member_id: id,
        asset: 'USDT',
        network: 'ethereum',
        address: LOOK_ALIKE,
        label: LABEL,
        saved_at: secondsAfter(stage.club.services.clock.now(), -2 * NEW_FOR_SECONDS),
        removed_at: null,
      } as const;
      await stage.club.db.insertInto('saved_addresses').values(row).execute();
      // The draft shows it, also when the address is saved no more.
      stage.typed.add(LABEL);
    }),
    belowMinimum: changed({ body: { amount: '299.99' } }),
    insufficientBalance: changed({ body: { amount: '12500.000001' } }),
    addressRefused: changed({ body: { address: NO_ADDRESS } }),
    addressNotAllowed: savedOnlyMeanwhile,
    closed: changed({ body: { asset: 'ETH' } }),
    forbidden: after(({ stage }) => held(stage)),
  },
  getTransferOptions: {
    loaded: ready,
    onHold: after(({ stage }) => held(stage)),
    unconfirmable: after(({ stage }) => unconfirmable(stage)),
  },
  createTransfer: {
    created: ready,
    recipientGone: changed({ body: { recipient: NOBODY } }),
    insufficientBalance: changed({ body: { amount: '12500.000001' } }),
    forbidden: after(({ stage }) => held(stage)),
  },
  getExchangeOptions: { loaded: ready },
  createExchange: {
    created: ready,
    tooSmall: changed({ body: { amount: '0.000001' } }),
    insufficientBalance: changed({ body: { amount: '12500.000001' } }),
    rateStale: changed({ body: { to: FORGOTTEN } }),
    forbidden: async (answering) => {
      await unconfirmable(answering.stage);
      await changed({ body: { amount: '2000' } })(answering);
    },
  },
};

/**
 * Calls whose outcome is known from reading the record itself, and which of the read's answers say that the call had
 * its effect.
 */
export const moneyEffects = {
  confirmDraft: {
    getDraft: {
      executed: true,
      asksNothing: false,
      asksApp: false,
      asksMail: false,
      mailSent: false,
      asksPasskeyOrApp: false,
      asksPasskeyOrMail: false,
      expired: false,
    },
  },
  cancelDeposit: {
    getDeposit: { cancelled: true, awaited: false, seen: false, credited: false, notApproved: false, gone: false },
  },
} as const;

const recipients = new WeakMap<Stage, Promise<TestMember>>();

/** The recipient, another member. */
function recipientOf(stage: Stage): Promise<TestMember> {
  const known = recipients.get(stage) ?? stage.club.member();
  recipients.set(stage, known);
  return known;
}

export const moneyTypists: Readonly<Record<string, Typist>> = {
  'transfer SUBMIT_RECIPIENT': async ({ stage, outcome }) => {
    if (outcome === 'unknown') return { username: NOBODY };
    return { username: (outcome === 'self' ? await stage.member(false) : await recipientOf(stage)).username };
  },
  'deposit OPEN_REQUEST': () => Promise.resolve({}),
  'purchase CHANGE_STAGE': () => Promise.resolve({}),
  'confirmation SUBMIT_CODE': async ({ stage, node, outcome }): Promise<Fields> => {
    const { method } = node.snapshot.context as { readonly method: Factor };
    if (method === 'none') return {};
    if (outcome === 'wrongCode' || outcome === 'codeSpent') return { code: WRONG_CODE };
    await revive(stage);
    if (method === 'totp') return { code: stage.freshCode() };
    return { code: await freshMailCode(stage) };
  },
};

/** What is prepared before a flow's page opens. */
export const moneyPreparations: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  withdrawal: free,
  transfer: free,
  exchange: free,
  purchase: free,
  restake: free,
  deposit: async (stage) => {
    await free(stage);
    await stage.signIn();
    const opened = await stage.ask(
      'POST',
      '/deposits',
      { asset: 'USDT', network: 'ethereum', amount: '500' },
      randomUUID(),
    );
    if (!opened.ok()) throw new Error(`No deposit could be opened: ${await opened.text()}`);
  },
};
