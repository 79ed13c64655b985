-- A link that is mailed after a refused sign-in leaves the one that its owner has requested working.
DROP INDEX thaw_links_open;
CREATE INDEX thaw_links_of_member ON thaw_links (member_id) WHERE ended_at IS NULL;
