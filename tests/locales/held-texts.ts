/** The texts of a deposit that is held, or that went back to its sender: each says that it is not credited. */
export const HELD_TEXTS = [
  'receipt-page:retired.held',
  'mail:depositAtRetired.text',
  'mail:depositRefused.text',
  'notices:kind.depositHeld',
  'push:kind.depositHeld',
  'receipt:happened.depositRefused',
  'receipt:happened.depositReturned',
  'receipt:notice.depositNotApproved',
];

/** The texts of what was sent where it can't be received. */
export const LOST_TEXTS = [
  'addresses:add.warning',
  'deposit:address.wrongText',
  'mail:addressRetired.text',
  'problems:hint.address_invalid',
  'receipt:deposit.send',
  'sign-up:terms.payments',
  'withdrawal:text',
  'withdrawal:review.wrongNetwork',
];
