// Moments of replies that are compared where what they tell of is made.

const api = (file: string, text: string) => [`tests/api/${file}.test.ts`, text] as const;

/** By the schema and the field: the file, and the line that compares it. */
export const TRIED_MOMENTS: Readonly<Record<string, readonly [file: string, text: string]>> = {
  'CommunityInfo.volumesAt': api('organization/organization', 'volumesAt: NOW'),
  'OrganizationMember.volumesAt': api('organization/organization', 'volumesAt: NOW'),
  'SeatTree.volumesAt': api('organization/organization', 'expect(body.volumesAt).toBe(NOW)'),
  'ReferredMember.joinedAt': api('organization/organization', "joinedAt: '2026-08-13T04:00:00.000Z'"),
  'ReferredMember.lastPurchaseAt': api('organization/organization', 'lastPurchaseAt: OCTOBER.toISOString()'),
  'SalesMonth.asOf': api('demo/demo-club', "asOf: '2026-10-01T08:00:00.000Z'"),
  'Content.effectiveFrom': api('contents/contents', 'effectiveFrom: from,'),
  'Rules.effectiveFrom': api('club/club', 'effectiveFrom: later.toISOString()'),
  'Statement.madeAt': api('statements/statements', 'madeAt: world.clock.now().toISOString()'),
  'Status.time': api('club/club', 'time: world.clock.now().toISOString()'),
  'Status.until': api('club/club', 'maintenance: { on: true, until: until.toISOString() }'),
  'RateList.at': api('exchange/exchanges', 'const { items, at } = '),
  'RecentAddress.lastUsedAt': api('withdrawals/withdrawal-addresses', 'address, lastUsedAt: at }'),
  'Recipient.lastSentAt': api('transfers/transfers', 'lastSentAt: last.at'),
  'ResembledRecipient.lastSentAt': api('transfers/transfers', "name: 'Kim I.', lastSentAt }"),
  'StakeChoice.endsAt': api('stakes/stakes', 'const endsAt = new Date(world.clock.now().getTime() + 90 * DAY * 1000)'),
  'Deposit.seenAt': api('deposits/deposits', 'const seenAt = world.clock.now().toISOString()'),
  'Passkey.addedAt': api('account/passkeys', 'addedAt: world.clock.now().toISOString()'),
  'Passkey.lastUsedAt': api('token/passkey-sign-in', 'lastUsedAt).toBe(world.clock.now().toISOString())'),
  'DownLine.joinedAt': api('organization/organization', 'joinedAt).toBe(nori?.joined_at.toISOString())'),
  'AllowList.offAt': api('withdrawals/allow-list', "body: { state: 'turningOff', offAt } }"),
  'UserInfo.lastSignInAt': api('account/account', 'lastSignInAt).toBe(before)'),
  'UserInfo.moneyHeldUntil': api('email/email-change', 'moneyHeldUntil: new Date('),
  'PurchaseOptions.heldUntil': api('acts/money-hold', 'heldUntil).toBe(until.toISOString())'),
  'TransferOptions.heldUntil': api('acts/money-hold', 'heldUntil).toBe(until.toISOString())'),
  'WithdrawalOptions.heldUntil': api('acts/money-hold', 'heldUntil).toBe(until.toISOString())'),
  'TwoFactorInfo.enabledAt': api('account/two-factor-binding', 'enabledAt: world.clock.now().toISOString()'),
  'TwoFactorInfo.provisionalUntil': api('acts/mailbox-takeover', 'provisionalUntil: until'),
};
