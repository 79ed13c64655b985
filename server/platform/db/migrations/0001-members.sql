-- Members and the seats they hold. Times always come from the application's clock, so no column defaults to now().

CREATE TABLE members (
  id                 uuid PRIMARY KEY,
  username           text NOT NULL CHECK (length(username) BETWEEN 1 AND 64),
  -- The name as compared: NFKC and lower case, made by the application so that both engines agree on it.
  username_key       text NOT NULL UNIQUE,
  name               text NOT NULL CHECK (length(name) BETWEEN 1 AND 128),
  email              text NOT NULL,
  email_key          text NOT NULL UNIQUE,
  email_verified_at  timestamptz,
  phone              text,
  referral_code      text NOT NULL UNIQUE,
  introducer_id      uuid REFERENCES members (id),
  -- NULL: no password opens this account.
  password_hash      text,
  culture            text NOT NULL CHECK (culture IN ('en-US', 'ja-JP', 'zh-CN')),
  rank               text NOT NULL DEFAULT 'member' CHECK (rank IN ('member', 'leader', 'chairperson')),
  -- Counts how often a second factor was bound or unbound, so that an offered key is never offered again.
  binding_generation integer NOT NULL DEFAULT 0,
  joined_at          timestamptz NOT NULL,
  last_sign_in_at    timestamptz
);

CREATE INDEX members_introducer ON members (introducer_id);
