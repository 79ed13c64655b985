// Lists of replies that have no order of moments, or whose order is tested beside what they are made of.

const api = (file: string, title: string) => [`tests/api/${file}.test.ts`, title] as const;

/** By the operation and the field: the test of its order, or why every order is right. */
export const ORDERS: Readonly<Record<string, readonly [file: string, title: string] | string>> = {
  'listSessions.items': api('account/sessions', 'are listed with device and last use, the current one first'),
  'listPasskeys.items': api('account/passkeys', 'lists the newest first'),
  'listSalesMonths.items': api('organization/organization', 'begin with the running one'),
  'listDownLines.items': api('seats/seat-pages', 'nearest level first'),
  'getSeatUp.items': api('seats/seat-pages', 'is listed downwards and upwards in pages, with the same seats'),
  'getSeatTree.nodes': api('organization/organization', 'level by level, with members, volumes and stages'),
  'getBalanceDays.items': api('wallet/balance-days', 'the last day being now'),
  'getInquiry.messages': api('contact/inquiries', 'takes messages from both sides until it is closed'),
  'getReceipt.journals': api('deposits/deposits', "journals: [{ kind: 'deposit_seen' }, { kind: 'deposit_credited' }]"),
  'getReceipt.withdrawal.timeline': api(
    'withdrawals/withdrawals',
    "timeline: [{ status: 'inProcess' }, { status: 'approved' }",
  ),
  'getDeposit.sharedWith': api('deposits/deposits', 'list the others that wait at their address, oldest first'),
  'getWallet.balances': api('receipts/histories', 'has every asset, including zero'),
  'getTransferOptions.favorites': api('transfers/favorites', 'the one sent to last is first'),
  'getTransferOptions.recent': api('transfers/transfers', 'offers whom one has sent to, the latest first'),
  'getTransferOptions.referred': api('transfers/transfers', 'the earliest to join first'),
  'getStatement.assets': api(
    'statements/statements',
    'has every kind of movement of its month, and comes from the opening to the closing balance',
  ),
  'getStatement.assets.kinds': api(
    'statements/statements',
    'has every kind of movement of its month, and comes from the opening to the closing balance',
  ),
  'getStatement.elsewhere': api(
    'statements/statements',
    'has what was elsewhere when the period ended on lines of its own, and in no balance',
  ),
  'getStakeOptions.choices': api('stakes/stakes', 'is shown while it runs, and not possible yet'),
  'getRules.stages': api('club/club', 'are those of the specification'),
  'listHistory.days': api('receipts/histories', 'has the days of its records with what moved on each'),
  'listHistory.days.sums': api('receipts/histories', 'has the days of its records with what moved on each'),
  'getStatus.networks': api('club/club', 'has the time, the version, and whether this is a demo'),
  'getDepositOptions.open.sharedWith': 'It is the list of getDeposit.',
  'getReceipt.deposit.sharedWith': 'It is the list of getDeposit.',
  'getWithdrawalOptions.addresses': 'It is the list of listAddresses.',
  'getReceipt.journals.postings': 'The parts of one journal happen at once.',
  'listRates.items': 'It has one entry for each asset, which the screens look up.',
  'listRates.currencies': 'It has one entry for each currency, which the screens look up.',
  'getDepositOptions.assets': 'It has one entry for each asset, which the screens look up.',
  'getDepositOptions.assets.networks': 'Each asset has one network.',
  'getWithdrawalOptions.recent': api(
    'withdrawals/withdrawal-addresses',
    'are offered again by asset, the latest first',
  ),
  'getWithdrawalOptions.assets': 'It has one entry for each asset, which the screens look up.',
  'getWithdrawalOptions.assets.networks': 'Each asset has one network.',
  'getTransferOptions.assets': 'It has one entry for each asset, which the screens look up.',
  'getExchangeOptions.assets': 'It has one entry for each asset, which the screens look up.',
  'getPurchaseOptions.stages': 'They are the stages of getRules with what the member pays for each.',
};
