-- The binary seat tree (D-11). A seat is placed once and never moves.
--
-- A left run is a longest chain of seats linked by left sides; each seat lies on one left run and on one right run. Every seat
-- knows the head of both, and a head knows the tail of its own run. The bottom of a side is so found without walking:
-- bottom(seat, left) = left_tail of left_head(seat), at any depth. One jump pointer per seat makes the way up logarithmic.

CREATE SEQUENCE seat_numbers AS integer MINVALUE 1 START 1;

CREATE TABLE seats (
  seat_no    integer PRIMARY KEY,
  member_id  uuid NOT NULL UNIQUE REFERENCES members (id),
  parent_no  integer REFERENCES seats (seat_no),
  side       text CHECK (side IN ('left', 'right')),
  depth      integer NOT NULL,
  left_head  integer NOT NULL REFERENCES seats (seat_no),
  right_head integer NOT NULL REFERENCES seats (seat_no),
  -- Only a head carries its run's tail.
  left_tail  integer REFERENCES seats (seat_no),
  right_tail integer REFERENCES seats (seat_no),
  jump_no    integer NOT NULL REFERENCES seats (seat_no),
  placed_at  timestamptz NOT NULL,
  UNIQUE (parent_no, side),
  -- A parent is older than its child, so a cycle can't be written down.
  CHECK (parent_no < seat_no),
  CHECK ((parent_no IS NULL) = (side IS NULL)),
  CHECK ((parent_no IS NULL) = (depth = 0)),
  CHECK ((left_head = seat_no) = (left_tail IS NOT NULL)),
  CHECK ((right_head = seat_no) = (right_tail IS NOT NULL)),
  CHECK (jump_no < seat_no OR parent_no IS NULL)
);

-- One root only.
CREATE UNIQUE INDEX seats_root ON seats ((parent_no IS NULL)) WHERE parent_no IS NULL;

-- Seats the first member of the club. Fails when there is a root already.
CREATE FUNCTION place_root_seat(p_member uuid, p_at timestamptz) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
  v_seat integer := nextval('seat_numbers');
BEGIN
  INSERT INTO seats (seat_no, member_id, depth, left_head, right_head, left_tail, right_tail, jump_no, placed_at)
  VALUES (v_seat, p_member, 0, v_seat, v_seat, v_seat, v_seat, v_seat, p_at);
  RETURN v_seat;
END
$$;

-- Seats a member at the first free place found by walking down p_side from the seat p_from, and returns the seat's number.
-- The head of the run is locked, so two placements on one run follow each other; runs that differ don't wait for each other.
CREATE FUNCTION place_seat(p_member uuid, p_from integer, p_side text, p_at timestamptz) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
  v_head   integer;
  v_tail   integer;
  v_seat   integer;
  v_parent seats%ROWTYPE;
  v_jump   seats%ROWTYPE;
  v_above  integer;
BEGIN
  IF p_side NOT IN ('left', 'right') OR p_side IS NULL THEN
    RAISE EXCEPTION 'no such side: %', p_side USING ERRCODE = 'invalid_parameter_value';
  END IF;
  SELECT CASE p_side WHEN 'left' THEN left_head ELSE right_head END INTO v_head FROM seats WHERE seat_no = p_from;
  IF v_head IS NULL THEN
    RAISE EXCEPTION 'no such seat: %', p_from USING ERRCODE = 'foreign_key_violation';
  END IF;
  -- A row read under the lock shows the tail that the placement before this one left.
  SELECT CASE p_side WHEN 'left' THEN left_tail ELSE right_tail END INTO v_tail
    FROM seats WHERE seat_no = v_head FOR NO KEY UPDATE;
  -- Drawn after the lock, so it is above the number of the tail.
  v_seat := nextval('seat_numbers');
  SELECT * INTO v_parent FROM seats WHERE seat_no = v_tail;
  SELECT * INTO v_jump FROM seats WHERE seat_no = v_parent.jump_no;
  SELECT depth INTO v_above FROM seats WHERE seat_no = v_jump.jump_no;
  INSERT INTO seats (seat_no, member_id, parent_no, side, depth, left_head, right_head, left_tail, right_tail, jump_no, placed_at)
  VALUES (
    v_seat, p_member, v_tail, p_side, v_parent.depth + 1,
    CASE p_side WHEN 'left' THEN v_head ELSE v_seat END,
    CASE p_side WHEN 'right' THEN v_head ELSE v_seat END,
    CASE p_side WHEN 'left' THEN NULL ELSE v_seat END,
    CASE p_side WHEN 'right' THEN NULL ELSE v_seat END,
    -- Two jumps of equal length are joined to one, as in a skew-binary list.
    CASE WHEN v_parent.depth - v_jump.depth = v_jump.depth - v_above AND v_parent.depth > 0
      THEN v_jump.jump_no ELSE v_parent.seat_no END,
    p_at
  );
  IF p_side = 'left' THEN
    UPDATE seats SET left_tail = v_seat WHERE seat_no = v_head;
  ELSE
    UPDATE seats SET right_tail = v_seat WHERE seat_no = v_head;
  END IF;
  RETURN v_seat;
END
$$;

-- The ancestor of a seat that stands at a depth, by jumps; NULL when the seat stands higher than that itself.
CREATE FUNCTION seat_ancestor(p_seat integer, p_depth integer) RETURNS integer
LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_seat seats%ROWTYPE;
  v_jump seats%ROWTYPE;
BEGIN
  SELECT * INTO v_seat FROM seats WHERE seat_no = p_seat;
  IF v_seat.seat_no IS NULL OR v_seat.depth < p_depth OR p_depth < 0 THEN
    RETURN NULL;
  END IF;
  WHILE v_seat.depth > p_depth LOOP
    SELECT * INTO v_jump FROM seats WHERE seat_no = v_seat.jump_no;
    IF v_jump.depth >= p_depth THEN
      v_seat := v_jump;
    ELSE
      SELECT * INTO v_seat FROM seats WHERE seat_no = v_seat.parent_no;
    END IF;
  END LOOP;
  RETURN v_seat.seat_no;
END
$$;
