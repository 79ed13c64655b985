-- Seats that seat_sums doesn't count yet. What a side has now is its sum and those of these that lie below it, so that a chart
-- of thousands of seats knows its numbers without counting what lies below each of them.
-- Without a foreign key: only the trigger writes it, and a seat is never removed.
CREATE TABLE uncounted_seats (
  seat_no integer PRIMARY KEY
);

-- A seat that was counted has a row of its own there.
INSERT INTO uncounted_seats (seat_no)
  SELECT seats.seat_no FROM seats LEFT JOIN seat_sums ON seat_sums.seat_no = seats.seat_no WHERE seat_sums.seat_no IS NULL;

CREATE FUNCTION note_uncounted_seat() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO uncounted_seats (seat_no) VALUES (NEW.seat_no);
  RETURN NULL;
END
$$;

CREATE TRIGGER seats_uncounted AFTER INSERT ON seats FOR EACH ROW EXECUTE FUNCTION note_uncounted_seat();

COMMENT ON TABLE seat_sums IS
  'Members of the legs but for those in uncounted_seats, and the volume of all calculated months together.';

-- Sums up members, and the volume of an open month. Only what has changed is written. One statement and so one view of the
-- data: a seat that is placed meanwhile is neither counted nor taken from the list of those that are not.
CREATE OR REPLACE FUNCTION sum_open_month(p_month date) RETURNS void
LANGUAGE sql SET enable_nestloop = off AS $$
  WITH legs AS MATERIALIZED (SELECT * FROM leg_sums(p_month)),
  recounted AS (
    UPDATE seat_sums AS seat SET left_members = legs.left_members, right_members = legs.right_members
    FROM legs WHERE legs.seat_no = seat.seat_no AND (legs.left_members, legs.right_members) <> (seat.left_members, seat.right_members)
  ), counted AS (
    INSERT INTO seat_sums (seat_no, left_members, right_members)
    SELECT legs.seat_no, legs.left_members, legs.right_members
    FROM legs LEFT JOIN seat_sums AS seat ON seat.seat_no = legs.seat_no WHERE seat.seat_no IS NULL
  ), done AS (
    DELETE FROM uncounted_seats
  ), changed AS (
    UPDATE open_sales AS sales SET left_usd = legs.left_usd, right_usd = legs.right_usd
    FROM legs WHERE sales.month = p_month AND legs.seat_no = sales.seat_no AND (legs.left_usd, legs.right_usd) <> (sales.left_usd, sales.right_usd)
  )
  INSERT INTO open_sales (seat_no, month, left_usd, right_usd)
  SELECT legs.seat_no, p_month, legs.left_usd, legs.right_usd
  FROM legs LEFT JOIN open_sales AS sales ON sales.seat_no = legs.seat_no AND sales.month = p_month
  WHERE sales.seat_no IS NULL AND (legs.left_usd > 0 OR legs.right_usd > 0)
$$;
