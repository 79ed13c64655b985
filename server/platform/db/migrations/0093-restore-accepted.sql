-- When a restore was accepted last. A server that was down in the meantime learns by it that what it misses has been compared.
ALTER TABLE club_state ADD COLUMN restore_accepted_at timestamptz;
