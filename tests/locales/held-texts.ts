/** The texts of a deposit that is held, or that went back to its sender: each says that it is not credited. */
export const HELD_TEXTS = [
  'mail:depositAtRetired.text',
  'mail:depositRefused.text',
  'notices:kind.depositHeld',
  'push:kind.depositHeld',
  'receipt:happened.depositRefused',
  'receipt:happened.depositReturned',
  'receipt:notice.depositNotApproved',
  'receipt:refusal.retiredAddress',
];
