-- What a registration writes besides (F-03), mails as HTML, and what the lists of seats, members and acts are read by.

ALTER TABLE members ADD COLUMN terms_version text;
ALTER TABLE members ADD COLUMN terms_accepted_at timestamptz;
ALTER TABLE members ADD CONSTRAINT members_terms CHECK ((terms_version IS NULL) = (terms_accepted_at IS NULL));

-- The person's name as searched: NFKC and lower case, made by the application like username_key.
ALTER TABLE members ADD COLUMN name_key text NOT NULL DEFAULT '';
UPDATE members SET name_key = lower(normalize(name, NFKC));

-- A mail as HTML beside its text, and the language that both are in.
ALTER TABLE mails ADD COLUMN html text NOT NULL DEFAULT '';
ALTER TABLE mails ADD COLUMN culture text NOT NULL DEFAULT 'en-US' CHECK (culture IN ('en-US', 'ja-JP', 'zh-CN'));
CREATE INDEX mails_by_time ON mails (created_at);

-- The newest of a member's acts come first; they are paged by their number.
DROP INDEX audit_events_of_member;
CREATE INDEX audit_events_of_member ON audit_events (member_id, id);

-- Where a seat stands from left to right over the whole tree: left of it everything below its left side, right of it
-- everything below its right side. So all that lies below a seat is one range, from the bottom of its left side to that of its
-- right side, and each level of it a range of that level. The keys themselves mean nothing, and may be spread anew.
ALTER TABLE seats ADD COLUMN order_key numeric;
CREATE INDEX seats_while_ordering ON seats (order_key);

-- The key of the free place on a side of a seat: close to the seat's own key, in the gap up to its neighbour on that side.
-- Nobody else can be given a key in that gap, since each gap of the order belongs to exactly one free place. A run of seats
-- on one side takes a thousandth of the gap at each step, so its keys grow by one digit in some nine thousand seats.
CREATE FUNCTION free_order_key(p_seat_key numeric, p_side text) RETURNS numeric
LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_gap numeric;
  v_step numeric := 1;
BEGIN
  IF p_side = 'left' THEN
    SELECT p_seat_key - max(order_key) INTO v_gap FROM seats WHERE order_key < p_seat_key;
  ELSE
    SELECT min(order_key) - p_seat_key INTO v_gap FROM seats WHERE order_key > p_seat_key;
  END IF;
  IF v_gap IS NOT NULL THEN
    v_step := ('1e' || (floor(log(v_gap)) - 3)::integer)::numeric;
  END IF;
  RETURN CASE p_side WHEN 'left' THEN p_seat_key - v_step ELSE p_seat_key + v_step END;
END
$$;

-- The keys between which a seat and all that lies below it stand.
CREATE FUNCTION seat_range(p_seat integer, OUT first_key numeric, OUT last_key numeric)
LANGUAGE sql STABLE AS $$
  SELECT leftmost.order_key, rightmost.order_key
  FROM seats AS seat
    JOIN seats AS left_end ON left_end.seat_no = seat.left_head
    JOIN seats AS right_end ON right_end.seat_no = seat.right_head
    JOIN seats AS leftmost ON leftmost.seat_no = left_end.left_tail
    JOIN seats AS rightmost ON rightmost.seat_no = right_end.right_tail
  WHERE seat.seat_no = p_seat
$$;

-- Gives short keys again where a way down that winds to and fro has made them long: to all that lies below the nearest seat
-- above p_seat whose key is short. Placements wait for it; lists and counts go on.
CREATE FUNCTION spread_order_keys(p_seat integer) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  c_short_key CONSTANT integer := 200;
  v_top   seats%ROWTYPE;
  v_first numeric;
  v_last  numeric;
  v_low   numeric;
  v_high  numeric;
  v_count integer;
  v_step  numeric := 1;
BEGIN
  LOCK TABLE seats IN EXCLUSIVE MODE;
  SELECT * INTO v_top FROM seats WHERE seat_no = p_seat;
  -- Keys grow where the way changes sides, so it is enough to look at the heads of the runs that it goes along.
  WHILE scale(v_top.order_key) > c_short_key AND v_top.parent_no IS NOT NULL LOOP
    SELECT * INTO v_top FROM seats WHERE seat_no = CASE v_top.side WHEN 'left' THEN v_top.left_head ELSE v_top.right_head END;
  END LOOP;
  SELECT first_key, last_key INTO v_first, v_last FROM seat_range(v_top.seat_no);
  SELECT max(order_key) INTO v_low FROM seats WHERE order_key < v_first;
  SELECT min(order_key) INTO v_high FROM seats WHERE order_key > v_last;
  SELECT count(*) INTO v_count FROM seats WHERE order_key BETWEEN v_first AND v_last;
  IF v_low IS NOT NULL AND v_high IS NOT NULL THEN
    v_step := ('1e' || floor(log((v_high - v_low) / (v_count + 2)))::integer)::numeric;
  END IF;
  v_low := CASE
    WHEN v_low IS NOT NULL THEN ceil(v_low / v_step) * v_step
    WHEN v_high IS NOT NULL THEN floor(v_high) - v_count - 1
    ELSE 0 END;
  UPDATE seats SET order_key = v_low + spread.place * v_step
    FROM (SELECT seat_no, row_number() OVER (ORDER BY order_key) AS place FROM seats WHERE order_key BETWEEN v_first AND v_last) AS spread
    WHERE seats.seat_no = spread.seat_no;
END
$$;

-- Seats that are there already, in the order in which they were placed.
DO $$
DECLARE
  v_seat record;
BEGIN
  UPDATE seats SET order_key = 0 WHERE parent_no IS NULL;
  FOR v_seat IN SELECT seat_no, parent_no, side FROM seats WHERE parent_no IS NOT NULL ORDER BY seat_no LOOP
    UPDATE seats SET order_key = free_order_key((SELECT order_key FROM seats WHERE seat_no = v_seat.parent_no), v_seat.side)
      WHERE seat_no = v_seat.seat_no;
  END LOOP;
END
$$;

DROP INDEX seats_while_ordering;
ALTER TABLE seats ALTER COLUMN order_key SET NOT NULL;
-- With the day of placing, so that the seats of a range are counted in the index alone. Deferrable, so that all keys can be
-- spread in one statement.
ALTER TABLE seats ADD CONSTRAINT seats_order UNIQUE (order_key) INCLUDE (placed_at) DEFERRABLE INITIALLY IMMEDIATE;
CREATE INDEX seats_by_level ON seats (depth, order_key);

CREATE OR REPLACE FUNCTION place_root_seat(p_member uuid, p_at timestamptz) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
  v_seat integer := nextval('seat_numbers');
BEGIN
  INSERT INTO seats (seat_no, member_id, depth, left_head, right_head, left_tail, right_tail, jump_no, placed_at, order_key)
  VALUES (v_seat, p_member, 0, v_seat, v_seat, v_seat, v_seat, v_seat, p_at, 0);
  RETURN v_seat;
END
$$;

-- The free place at the bottom of a side of a seat, held until the transaction ends: whoever wants the same place waits.
-- NULL where there is no such seat.
CREATE FUNCTION lock_free_place(p_from integer, p_side text) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
  v_head integer;
  v_tail integer;
BEGIN
  SELECT CASE p_side WHEN 'left' THEN left_head ELSE right_head END INTO v_head FROM seats WHERE seat_no = p_from;
  -- A row read under the lock shows the tail that the placement before this one left.
  SELECT CASE p_side WHEN 'left' THEN left_tail ELSE right_tail END INTO v_tail
    FROM seats WHERE seat_no = v_head FOR NO KEY UPDATE;
  RETURN v_tail;
END
$$;

-- As before, with the key of the order. A way down that winds to and fro makes long keys; they are then spread anew.
CREATE OR REPLACE FUNCTION place_seat(p_member uuid, p_from integer, p_side text, p_at timestamptz) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
  c_longest_key CONSTANT integer := 1000;
  v_head   integer;
  v_tail   integer;
  v_seat   integer;
  v_parent seats%ROWTYPE;
  v_jump   seats%ROWTYPE;
  v_above  integer;
  v_key    numeric;
BEGIN
  IF p_side NOT IN ('left', 'right') OR p_side IS NULL THEN
    RAISE EXCEPTION 'no such side: %', p_side USING ERRCODE = 'invalid_parameter_value';
  END IF;
  v_tail := lock_free_place(p_from, p_side);
  IF v_tail IS NULL THEN
    RAISE EXCEPTION 'no such seat: %', p_from USING ERRCODE = 'foreign_key_violation';
  END IF;
  SELECT * INTO v_parent FROM seats WHERE seat_no = v_tail;
  v_key := free_order_key(v_parent.order_key, p_side);
  IF scale(v_key) > c_longest_key THEN
    PERFORM spread_order_keys(v_tail);
    SELECT * INTO v_parent FROM seats WHERE seat_no = v_tail;
    v_key := free_order_key(v_parent.order_key, p_side);
  END IF;
  -- Drawn after the lock, so it is above the number of the tail.
  v_seat := nextval('seat_numbers');
  v_head := CASE p_side WHEN 'left' THEN v_parent.left_head ELSE v_parent.right_head END;
  SELECT * INTO v_jump FROM seats WHERE seat_no = v_parent.jump_no;
  SELECT depth INTO v_above FROM seats WHERE seat_no = v_jump.jump_no;
  INSERT INTO seats (seat_no, member_id, parent_no, side, depth, left_head, right_head, left_tail, right_tail, jump_no, placed_at, order_key)
  VALUES (
    v_seat, p_member, v_tail, p_side, v_parent.depth + 1,
    CASE p_side WHEN 'left' THEN v_head ELSE v_seat END,
    CASE p_side WHEN 'right' THEN v_head ELSE v_seat END,
    CASE p_side WHEN 'left' THEN NULL ELSE v_seat END,
    CASE p_side WHEN 'right' THEN NULL ELSE v_seat END,
    -- Two jumps of equal length are joined to one, as in a skew-binary list.
    CASE WHEN v_parent.depth - v_jump.depth = v_jump.depth - v_above AND v_parent.depth > 0
      THEN v_jump.jump_no ELSE v_parent.seat_no END,
    p_at, v_key
  );
  IF p_side = 'left' THEN
    UPDATE seats SET left_tail = v_seat WHERE seat_no = v_head;
  ELSE
    UPDATE seats SET right_tail = v_seat WHERE seat_no = v_head;
  END IF;
  RETURN v_seat;
END
$$;

-- The seats below a seat, the nearest level first and each level from left to right.
-- p_after: goes on behind this seat. p_level: only the seats so many levels below.
CREATE FUNCTION seats_below(p_seat integer, p_after integer, p_level integer, p_limit integer) RETURNS SETOF seats
LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_top   seats%ROWTYPE;
  v_after seats%ROWTYPE;
  v_first numeric;
  v_last  numeric;
  v_depth integer;
  v_found integer;
  v_wanted integer := p_limit;
BEGIN
  SELECT * INTO v_top FROM seats WHERE seat_no = p_seat;
  SELECT * INTO v_after FROM seats WHERE seat_no = p_after;
  SELECT first_key, last_key INTO v_first, v_last FROM seat_range(p_seat);
  v_depth := COALESCE(v_after.depth, v_top.depth + COALESCE(p_level, 1));
  IF p_after IS NOT NULL THEN
    RETURN QUERY SELECT * FROM seats
      WHERE depth = v_depth AND order_key > v_after.order_key AND order_key <= v_last ORDER BY order_key LIMIT v_wanted;
    GET DIAGNOSTICS v_found = ROW_COUNT;
    v_wanted := v_wanted - v_found;
    v_depth := v_depth + 1;
    IF p_level IS NOT NULL THEN
      RETURN;
    END IF;
  END IF;
  LOOP
    RETURN QUERY SELECT * FROM seats
      WHERE depth = v_depth AND order_key BETWEEN v_first AND v_last ORDER BY order_key LIMIT v_wanted;
    GET DIAGNOSTICS v_found = ROW_COUNT;
    v_wanted := v_wanted - v_found;
    -- Below an empty level there is nothing.
    EXIT WHEN v_found = 0 OR v_wanted = 0 OR p_level IS NOT NULL;
    v_depth := v_depth + 1;
  END LOOP;
END
$$;
