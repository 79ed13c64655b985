-- Recipients of transfers that a member keeps at hand.

CREATE TABLE favorite_recipients (
  member_id    uuid NOT NULL REFERENCES members (id),
  recipient_id uuid NOT NULL REFERENCES members (id) CHECK (recipient_id <> member_id),
  PRIMARY KEY (member_id, recipient_id)
);
