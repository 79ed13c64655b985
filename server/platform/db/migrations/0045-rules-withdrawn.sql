-- A version of the rules that has not begun can be taken back: its row stays, and no reader goes by it (D-04).
-- A version that has begun is what acts were done under.
ALTER TABLE rules ADD COLUMN withdrawn_at timestamptz CHECK (withdrawn_at < effective_from);

DROP TRIGGER rules_append_only ON rules;
CREATE TRIGGER rules_append_only BEFORE DELETE OR TRUNCATE OR UPDATE OF version, effective_from, "values", defaults
ON rules FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- What was taken back does not return; it is set anew, as another version.
CREATE TRIGGER rules_stay_withdrawn BEFORE UPDATE ON rules
FOR EACH ROW WHEN (OLD.withdrawn_at IS NOT NULL) EXECUTE FUNCTION refuse_change();
