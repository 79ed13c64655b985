import { expect, it } from 'vitest';
import { flows } from '#walk/paths/flows.ts';
import { oneWayOnly } from './samples.ts';

/**
 * A screen that takes the wrong one of two figures is seen only where both are there, and one that forgets that there
 * may be none only where there is none. Their samples are unlike each other (shown.test.ts), and the facts of a screen
 * say which one it is (`shows` of the cases).
 */

/** What one flow's samples show in one way only, and where the other is looked at. */
const ELSEWHERE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  contact: {
    'Inquiry.receipt is always null.': 'On the page that the flow ends on: tests/components/contact.test.tsx.',
  },
  deposit: {
    'DepositOptions.open[].creditedAt is always null.': 'What is credited is not open any more.',
    'DepositOptions.open[].refusal is always null.': 'What is refused is not open any more.',
    'DepositRefusal.minimum is never null.': 'Only of old payments: tests/components/receipt-deposit.test.tsx',
  },
  'email-change': { 'TwoFactorInfo.provisionalUntil is always null.': 'Only /TwoFactor tells it.' },
  'password-change': { 'TwoFactorInfo.provisionalUntil is always null.': 'Only /TwoFactor tells it.' },
  'password-recovery': {
    'PasswordWasReset.frozen is always null.': 'Each way is in tests/components/password-done.test.tsx.',
  },
  restake: {
    'Stake.nextId is always null.': 'The flow tells the choice; the receipt leads to the next stake.',
    'StakeChoice.days is never null.': 'A withdrawal is among the choices; the draft restakes.',
    'StakeChoice.endsAt is never null.': 'The same.',
    'StakeChoice.dailyRate is never null.': 'The same.',
  },
  session: {
    'UserInfo.phone is always null.': 'The frame does not tell it; tests/components/account.test.tsx does.',
    'UserInfo.introducer is never null.': 'The same.',
    'UserInfo.position is never null.': 'The same.',
    'UserInfo.lastSignInAt is always null.': 'The same.',
    'UserInfo.moneyHeldUntil is always null.': 'tests/components/held-money.test.tsx',
  },
  withdrawal: {
    'Resemblance.label is never null.': 'tests/components/new-address.test.tsx',
    'Resemblance.lastUsedAt is never null.': 'tests/components/new-address.test.tsx',
    'WithdrawalOptions.addresses is always empty.': 'tests/components/new-address.test.tsx',
  },
  transfer: {
    'TransferOptions.favorites[].lastSentAt is never null.': 'A favorite is someone who was sent to.',
    'TransferOptions.favorites[].resembles is always null.': 'The same.',
    'TransferOptions.recent[].lastSentAt is never null.': 'Recent is who was sent to; a lookup tells of anybody.',
    'TransferOptions.recent[].resembles is always null.': 'The same.',
    'TransferOptions.referred[].lastSentAt is always null.': 'Whoever was sent to is recent.',
    'TransferOptions.referred[].resembles is always null.': 'Nobody is offered who resembles another.',
    'Recipient.lastSentAt is always null.': 'tests/components/recipients.test.tsx',
    'Recipient.resembles is never null.': 'The same.',
  },
};

it.each(flows)('$machine.id: what may be absent is there in one sample and not in another', (cases) => {
  const found = oneWayOnly(cases);
  expect(found).toEqual(Object.keys(ELSEWHERE[cases.machine.id] ?? {}));
});
