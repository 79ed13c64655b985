// How outcomes are brought about by hand: each way has a name, and says what it takes. Its sentence in each language is
// in walk/script/languages; docs and the atlas show the English one.

/** What a person needs besides the app. */
export type ByHandNeed = 'network' | 'operator' | 'tools';

interface Way {
  /** Absent if the app is enough. */
  readonly need?: ByHandNeed;
  /** The member it takes: one with an authenticator app, or without. */
  readonly person?: 'withApp' | 'withoutApp';
  /** It only takes another member, record or browser: walks already have the right one. */
  readonly isChoice?: true;
  /** An override in the developer tools stays until it is taken off. */
  readonly overrides?: true;
  /** What it leaves behind: money on hold, or an app that is set up. */
  readonly leaves?: readonly ('hold' | 'app')[];
  /** A call whose answer is lost: whether it has its effect, and what else belongs to it. */
  readonly lost?: {
    readonly hadEffect: boolean;
    readonly besides?: 'appOnAccount' | 'frozenBySupport' | 'addressAsked' | 'elevenMinutes';
  };
}

export const WAYS = {
  withoutSecondFactor: { isChoice: true, person: 'withoutApp' },
  withoutApp: { isChoice: true, person: 'withoutApp' },
  withSecondFactor: { isChoice: true, person: 'withApp' },
  withApp: { isChoice: true, person: 'withApp' },
  unverified: { isChoice: true, need: 'operator' },
  unverifiedWithoutApp: { isChoice: true, need: 'operator' },
  unverifiedWithoutSecondFactor: { isChoice: true, need: 'operator' },
  unverifiedWithLargeAmount: { isChoice: true, need: 'operator' },
  linkTooSoon: {},
  codeTooSoon: {},
  codeTooSoonElsewhere: {},
  sameTooSoonElsewhere: {},
  cutAfterOtherAccount: { need: 'network' },
  cutAfterOtherAddress: { need: 'network' },
  cutAfterOtherEntries: { need: 'network' },
  cutAfterRequestWithOtherEntries: { need: 'network' },
  cutBeforeSent: { need: 'network', lost: { hadEffect: false } },
  cutAfterReached: { need: 'network', lost: { hadEffect: true } },
  cutAfterConfirmed: { need: 'network', lost: { hadEffect: true } },
  cutAfterReachedWithApp: { need: 'network', lost: { hadEffect: true, besides: 'appOnAccount' } },
  cutAfterReachedFrozenBySupport: { need: 'network', lost: { hadEffect: true, besides: 'frozenBySupport' } },
  cutAfterReachedAddressAsked: { need: 'network', lost: { hadEffect: true, besides: 'addressAsked' } },
  cutAfterReachedForMinutes: { need: 'network', lost: { hadEffect: true, besides: 'elevenMinutes' } },
  appBeforeFreezing: { need: 'operator' },
  newerLinkElsewhere: {},
  wrongCodes: {},
  wrongMailedCodes: {},
  endedElsewhere: {},
  signedInHere: {},
  signedInAlready: {},
  signedInWithoutMember: { need: 'tools' },
  neverSignedIn: { isChoice: true },
  sessionOver: {},
  exchangeWithoutFactor: {},
  reloadedOnceSent: {},
  draftOver: {},
  balanceSpent: {},
  balanceSpentMeanwhile: {},
  tenPasskeysElsewhere: {},
  passkeyRemovedElsewhere: {},
  savedOnlyWithoutApp: { isChoice: true, person: 'withoutApp' },
  savedOnlyWithApp: { isChoice: true, person: 'withApp' },
  savedOnlyEnding: { isChoice: true },
  savedOnlyMeanwhile: {},
  savedOnlyOver: { need: 'operator' },
  passkeyWithApp: { isChoice: true, need: 'tools' },
  passkeyWithoutApp: { isChoice: true, need: 'tools' },
  passkeysRemovedElsewhere: { need: 'tools' },
  passkeyTakenElsewhere: { need: 'tools' },
  tenInquiries: { need: 'operator' },
  minimumRaised: { need: 'operator' },
  planMinimumRaised: { need: 'operator' },
  riskVersionRaised: { need: 'operator' },
  depositsClosed: { need: 'operator' },
  withdrawalsClosed: { need: 'operator' },
  fiveRequests: { need: 'operator' },
  addressPaid: {},
  addressPaidAndMined: {},
  paidBelowMinimum: {},
  requestCanceledElsewhere: {},
  paidBeforeNextLook: {},
  appSetUpElsewhere: { leaves: ['app'] },
  thisAppSetUpElsewhere: { leaves: ['app'] },
  appRemovedElsewhere: { leaves: ['app'] },
  thirdAddressElsewhere: {},
  addressTakenMeanwhile: {},
  verifiedElsewhere: {},
  ratesStale: { need: 'operator' },
  usdtRateStale: { need: 'operator' },
  usdtRateStaleMeanwhile: { need: 'operator' },
  frozenByLinkBefore: {},
  frozenBySupportBefore: { need: 'operator' },
  addressAskedBefore: { need: 'operator' },
  waitMinutes: {},
  lastCodesMinuteOver: {},
  newPasswordToday: { leaves: ['hold'] },
  newPasswordMeanwhile: { leaves: ['hold'] },
  newPasswordThenApp: { leaves: ['hold', 'app'] },
  addressChangedMeanwhile: {},
  addressChangedInOptions: {},
  stakeOver: { isChoice: true },
  stakeRunning: { isChoice: true },
  stakeWithdrawn: { isChoice: true },
  stakeDigitInAddress: {},
  stakeDecidedElsewhere: {},
  stakeDecidedMeanwhile: {},
  stakeWithoutMp: { isChoice: true, need: 'tools', overrides: true },
  stakeDigitOnItsWay: { need: 'tools', overrides: true },
  membersAddress: { isChoice: true },
  withoutCookies: {},
  placeTaken: {},
  usernameTaken: {},
  memberTakesAddress: {},
  halfAnHourAfterCode: {},
  anotherAddressElsewhere: {},
  recipientRenamed: { need: 'operator' },
  noLongerVerified: { need: 'operator' },
  similarAddressSaved: {},
} as const satisfies Readonly<Record<string, Way>>;

/** The name of a way, or one with a number of minutes. */
export type Arrangement = keyof typeof WAYS | { readonly way: 'waitMinutes'; readonly minutes: number };

/** What a way takes and leaves. */
export function wayOf(arrangement: Arrangement): Way {
  return WAYS[typeof arrangement === 'string' ? arrangement : arrangement.way];
}
