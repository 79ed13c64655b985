-- What the club tells its members: texts in versions, notices with read marks; and what members ask the support.

CREATE TABLE content_versions (
  slug           text NOT NULL CHECK (slug IN ('faq', 'terms', 'privacy', 'risk', 'identity')),
  version        integer NOT NULL CHECK (version >= 1),
  -- NULL while a language is missing; set with the last of them and never moved.
  effective_from timestamptz,
  PRIMARY KEY (slug, version)
);

CREATE TABLE content_texts (
  slug    text NOT NULL,
  version integer NOT NULL,
  culture text NOT NULL CHECK (culture IN ('en-US', 'ja-JP', 'zh-CN')),
  title   text NOT NULL,
  -- Markdown of the small subset that server/contents/rich-text.ts takes.
  body    text NOT NULL,
  set_at  timestamptz NOT NULL,
  -- The operator; NULL for what came with the product.
  set_by  text,
  PRIMARY KEY (slug, version, culture),
  FOREIGN KEY (slug, version) REFERENCES content_versions (slug, version)
);

-- Members have agreed to a version that was in force: it is followed by another, never rewritten.
CREATE FUNCTION refuse_change_in_force() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM content_versions v WHERE v.slug = OLD.slug AND v.version = OLD.version AND v.effective_from IS NOT NULL) THEN
    RAISE EXCEPTION 'a text that is in force is append-only' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN COALESCE(NEW, OLD);
END
$$;

CREATE TRIGGER content_texts_kept BEFORE UPDATE OR DELETE ON content_texts
FOR EACH ROW EXECUTE FUNCTION refuse_change_in_force();
CREATE TRIGGER content_versions_kept BEFORE UPDATE OR DELETE ON content_versions
FOR EACH ROW WHEN (OLD.effective_from IS NOT NULL) EXECUTE FUNCTION refuse_change();

CREATE TABLE news (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Language → title and Markdown; all three are there.
  texts        jsonb NOT NULL,
  pinned       boolean NOT NULL DEFAULT false,
  added_at     timestamptz NOT NULL,
  -- NULL until operators publish it.
  published_at timestamptz,
  retracted_at timestamptz,
  CHECK (retracted_at IS NULL OR published_at IS NOT NULL)
);

CREATE INDEX news_by_time ON news (pinned, published_at, id) WHERE published_at IS NOT NULL AND retracted_at IS NULL;

CREATE TABLE news_reads (
  member_id uuid NOT NULL REFERENCES members (id),
  news_id   bigint NOT NULL REFERENCES news (id),
  read_at   timestamptz NOT NULL,
  PRIMARY KEY (member_id, news_id)
);

-- Its status moves by machines/lifecycles/inquiry only.
CREATE TABLE inquiries (
  id         uuid PRIMARY KEY,
  ticket     text NOT NULL UNIQUE,
  member_id  uuid NOT NULL REFERENCES members (id),
  category   text NOT NULL CHECK (category IN ('account', 'security', 'deposit', 'withdrawal', 'transfer', 'exchange', 'plan', 'organization', 'other')),
  status     text NOT NULL CHECK (status IN ('open', 'answered', 'closed')),
  receipt_id uuid REFERENCES receipts (id),
  opened_at  timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

CREATE INDEX inquiries_of_member ON inquiries (member_id, opened_at, id);
CREATE INDEX inquiries_waiting ON inquiries (updated_at) WHERE status = 'open';

CREATE TABLE inquiry_messages (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  inquiry_id  uuid NOT NULL REFERENCES inquiries (id),
  from_member boolean NOT NULL,
  at          timestamptz NOT NULL,
  body        text NOT NULL,
  -- The operator who wrote it; NULL for the member.
  operator    text,
  CHECK (from_member = (operator IS NULL))
);

CREATE INDEX inquiry_messages_of_inquiry ON inquiry_messages (inquiry_id, id);

CREATE TRIGGER inquiry_messages_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON inquiry_messages
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
