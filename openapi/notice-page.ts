import type { components } from './api.gen.d.ts';

type Notice = components['schemas']['Notice'];

const RECEIPT = '/Receipt';
const INQUIRY = '/Contact';

/** The page where each kind of notice is shown in full, and where the member can do something about it. */
const PAGES: Readonly<Record<Notice['kind'], string>> = {
  depositSeen: RECEIPT,
  depositCredited: RECEIPT,
  depositHeld: RECEIPT,
  withdrawalApproved: RECEIPT,
  withdrawalPaid: RECEIPT,
  withdrawalRefused: RECEIPT,
  transferReceived: RECEIPT,
  referralBonus: RECEIPT,
  binaryBonus: RECEIPT,
  // Its receipt is that of the purchase; the choice that is due is made here.
  stakeFree: '/Staking',
  inquiryAnswered: INQUIRY,
  moneyHeld: '/Security',
  allowListOn: '/AllowList',
  allowListTurningOff: '/AllowList',
  allowListKept: '/AllowList',
  addressSaved: '/Addresses',
  newAddressesWait: '/Addresses',
};

/**
 * Where a notice leads in the app, as an address without its origin: from the list behind the bell, from a passing
 * message and from a message to a browser, which the server writes.
 */
export function noticePage({ kind, receiptId, ticket }: Pick<Notice, 'kind' | 'receiptId' | 'ticket'>): string {
  const page = PAGES[kind];
  if (page === RECEIPT) return receiptId === null ? '/History' : `${page}/${receiptId}`;
  return page === INQUIRY && ticket !== null ? `${page}?${new URLSearchParams({ ticket }).toString()}` : page;
}
