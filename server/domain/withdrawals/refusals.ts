import type { components } from '#openapi/api.gen.d.ts';

export type WithdrawalRefusal = components['schemas']['WithdrawalRefusal'];

/**
 * The reasons that an operator may give for refusing a withdrawal, with when to choose which. The member reads them in
 * their own language, so there is no free text.
 */
export const WITHDRAWAL_REFUSALS: Readonly<Record<WithdrawalRefusal, string>> = {
  addressUnusable: 'the address cannot receive this asset on this network',
  notRequested: 'the member says that they did not request it',
  suspectedScam: 'the address or the request looks like part of a scam',
  identityUnconfirmed: 'support asked the member whether it was them and got no sufficient answer',
  notPermitted: 'the law or the terms do not allow this payout',
  other: 'none of these; the member is asked to contact support',
};

export function isWithdrawalRefusal(word: string): word is WithdrawalRefusal {
  return Object.hasOwn(WITHDRAWAL_REFUSALS, word);
}
