// Screens of several flows that one component draws, with the same controls; only a title or a sentence differs.

export interface SharedScreen {
  /** The component, or the function that makes it, in the routes of the flows. */
  readonly drawnBy: string;
  /** The screens that the short list looks at in a browser. */
  readonly seen: readonly string[];
  /** Those that it leaves to the long list. */
  readonly alike: readonly string[];
}

/** tests/walk/paths/screens.test.ts compares them with the routes. */
export const sharedScreens: readonly SharedScreen[] = [
  {
    drawnBy: 'Options',
    seen: ['deposit-loading', 'deposit-unavailable'],
    alike: ['exchange', 'notice-settings', 'purchase', 'restake', 'transfer', 'two-factor', 'withdrawal'].flatMap(
      (flow) => [`${flow}-loading`, `${flow}-unavailable`],
    ),
  },
  {
    drawnBy: 'FactorInfo',
    seen: ['email-change-loading', 'email-change-unavailable'],
    alike: ['password-change-loading', 'password-change-unavailable'],
  },
  { drawnBy: 'OnHold', seen: ['withdrawal-on-hold'], alike: ['purchase-on-hold', 'transfer-on-hold'] },
  {
    drawnBy: 'unconfirmable',
    seen: ['restake-unconfirmable'],
    alike: ['purchase-unconfirmable', 'transfer-unconfirmable', 'withdrawal-unconfirmable'],
  },
  {
    drawnBy: 'OutcomeUnknown',
    // As members see it, and as visitors do.
    seen: ['deposit-unknown', 'freeze-link-unknown'],
    alike: [
      'account-freeze',
      'account-thaw',
      'confirmation',
      'contact',
      'email-change',
      'email-verification',
      'notice-settings',
      'allow-list',
      'passkeys',
      'password-change',
      'password-recovery',
      'sign-up',
      'two-factor',
    ].map((flow) => `${flow}-unknown`),
  },
];
