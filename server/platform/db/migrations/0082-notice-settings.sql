-- What members are told of by mail: a row for each kind once they have chosen. Without one, they are mailed.

CREATE TABLE notice_settings (
  member_id uuid NOT NULL REFERENCES members (id),
  kind      text NOT NULL CHECK (kind IN (
    'depositCredited', 'depositHeld', 'withdrawalPaid', 'withdrawalRefused', 'transferReceived', 'stakeFree',
    'inquiryAnswered', 'referralBonus')),
  mail      boolean NOT NULL,
  PRIMARY KEY (member_id, kind)
);
