-- Codes and links go out before notices, the one that ends next first.
DROP INDEX mails_waiting;
CREATE INDEX mails_waiting ON mails (secret_until, next_attempt_at) WHERE sent_at IS NULL AND given_up_at IS NULL AND eml IS NULL;
