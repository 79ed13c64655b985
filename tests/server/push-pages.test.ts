// The pages that a message to a browser leads to, which the server writes by itself, are pages of the app.
import { describe, expect, it } from 'vitest';
import { pageOf, TEST_PAGE } from '#server/domain/notices/send-pushes.ts';
import type { NoticeKind } from '#server/platform/db/house-tables.ts';
import { texts } from '#server/platform/texts/texts.ts';
import { addressOf, isKnownPath, paths } from '#src/paths.ts';

const KINDS = Object.keys(texts('en-US').push.kind) as NoticeKind[];
const [receiptId, ticket] = ['0f0c', 'T-1 & more'];
const pathOf = (page: string) => new URL(page, 'https://wallet.example').pathname;

describe.each(KINDS)('a notice of the kind %s', (kind) => {
  it.each([
    { receiptId: null, ticket: null },
    { receiptId, ticket: null },
    { receiptId: null, ticket },
  ])('leads to a page of the app: %o', (about) => {
    expect(isKnownPath(pathOf(pageOf(kind, about)))).toBe(true);
  });
});

it('leads where the list behind the bell does', () => {
  const nothing = { receiptId: null, ticket: null };
  expect(pageOf('stakeFree', { ...nothing, receiptId })).toBe(paths.staking);
  expect(pageOf('depositSeen', { ...nothing, receiptId })).toBe(addressOf(paths.receipt, { id: receiptId }));
  const inquiry = new URL(pageOf('inquiryAnswered', { ...nothing, ticket }), 'https://wallet.example');
  expect([inquiry.pathname, inquiry.searchParams.get('ticket')]).toEqual([paths.contact, ticket]);
  expect(pageOf('moneyHeld', nothing)).toBe(paths.account);
  expect(TEST_PAGE).toBe(paths.noticeSettings);
});
