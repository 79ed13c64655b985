/** What the flows and lifecycles are about, in the order in which the atlas shows them; the atlas says what each is. */
export const productAreas = [
  'Registration',
  'Sign-in and session',
  'Account safety',
  'Money',
  'Stakes',
  'Help',
  'Shared steps',
] as const;

export type ProductArea = (typeof productAreas)[number];
