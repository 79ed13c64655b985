// Where a notice leads: one table for the list behind the bell, for passing messages and for messages to browsers.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { noticePage } from '#openapi/notice-page.ts';
import { TEST_PAGE } from '#server/domain/notices/send-pushes.ts';
import type { NoticeKind } from '#server/platform/db/house-tables.ts';
import { texts } from '#server/platform/texts/texts.ts';
import { addressOf, isKnownPath, isPath, paths, publicPaths } from '#src/paths.ts';

const { components } = JSON.parse(readFileSync('openapi/perch.gen.json', 'utf8')) as {
  readonly components: { readonly schemas: { readonly NoticeKind: { readonly enum: readonly NoticeKind[] } } };
};
const KINDS = components.schemas.NoticeKind.enum;
const [receiptId, ticket] = ['0f0c', 'T-1 & more'];
const pathOf = (page: string) => new URL(page, 'https://wallet.example').pathname;

const RECEIPT = addressOf(paths.receipt, { id: receiptId });
const WHERE: Readonly<Record<NoticeKind, string>> = {
  depositSeen: RECEIPT,
  depositCredited: RECEIPT,
  depositHeld: RECEIPT,
  withdrawalApproved: RECEIPT,
  withdrawalPaid: RECEIPT,
  withdrawalRefused: RECEIPT,
  transferReceived: RECEIPT,
  stakeFree: paths.staking,
  referralBonus: RECEIPT,
  binaryBonus: RECEIPT,
  inquiryAnswered: paths.contact,
  moneyHeld: paths.security,
  allowListOn: paths.allowList,
  allowListTurningOff: paths.allowList,
  allowListKept: paths.allowList,
  addressSaved: paths.addresses,
  newAddressesWait: paths.addresses,
};

it('is known of every kind of the contract, which the server has words for', () => {
  expect(Object.keys(WHERE).toSorted()).toEqual(KINDS.toSorted());
  expect(Object.keys(texts('en-US').push.kind).toSorted()).toEqual(KINDS.toSorted());
});

describe.each(KINDS)('a notice of the kind %s', (kind) => {
  it('leads to where it is shown', () => {
    expect(pathOf(noticePage({ kind, receiptId, ticket }))).toBe(WHERE[kind]);
  });

  it.each([
    { receiptId: null, ticket: null },
    { receiptId, ticket: null },
    { receiptId: null, ticket },
  ])('leads to a page of members: %o', (about) => {
    const path = pathOf(noticePage({ kind, ...about }));
    expect(isKnownPath(path)).toBe(true);
    expect(publicPaths.filter((each) => isPath(path, each))).toEqual([]);
  });
});

it('names the inquiry that was answered', () => {
  const inquiry = new URL(noticePage({ kind: 'inquiryAnswered', receiptId: null, ticket }), 'https://wallet.example');
  expect([...inquiry.searchParams]).toEqual([['ticket', ticket]]);
});

it('a test of messages leads to where it was asked for', () => {
  expect(TEST_PAGE).toBe(paths.noticeSettings);
});
