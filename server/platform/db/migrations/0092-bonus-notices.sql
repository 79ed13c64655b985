-- What a member is told of a bonus that was paid: of a purchase by a member whom they referred, and of a month.
ALTER TABLE notices DROP CONSTRAINT notices_kind_check;
ALTER TABLE notices ADD CONSTRAINT notices_kind_check CHECK (kind IN (
  'depositSeen', 'depositCredited', 'depositHeld', 'withdrawalApproved', 'withdrawalPaid', 'withdrawalRefused',
  'transferReceived', 'stakeFree', 'referralBonus', 'binaryBonus', 'inquiryAnswered', 'moneyHeld', 'allowListOn',
  'allowListTurningOff', 'allowListKept', 'addressSaved', 'newAddressesWait'));
