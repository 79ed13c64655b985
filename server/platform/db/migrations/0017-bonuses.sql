-- Volumes, and the bonuses that are made of them (D-11, D-13). What a purchase counts is one row; what it means to the seats
-- above is summed up from time to time, in one pass over the tree.

-- The introduced, the newest first, a page at a time.
DROP INDEX members_introducer;
CREATE INDEX members_introduced ON members (introducer_id, joined_at, id);
-- What each referral has brought, read in the index alone.
CREATE INDEX receipts_of_referral ON receipts (member_id, counterparty_member_id) INCLUDE (at, amount) WHERE kind = 'referral_bonus';

-- Up to which month nothing counts any more, and when the legs were last summed up. Every purchase reads it under a lock that
-- only the closing of a month waits for.
CREATE TABLE sales_state (
  only_row       boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  closed_through date CHECK (extract(day FROM closed_through) = 1),
  summed_at      timestamptz
);

INSERT INTO sales_state DEFAULT VALUES;

CREATE TABLE volumes (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  seat_no    integer NOT NULL REFERENCES seats (seat_no),
  -- A stake counts once.
  stake_id   uuid NOT NULL UNIQUE REFERENCES stakes (id),
  source     text NOT NULL CHECK (source IN ('purchase', 'restake')),
  amount_usd numeric(20, 2) NOT NULL CHECK (amount_usd > 0),
  at         timestamptz NOT NULL,
  -- The first day of the month that it counts in: that of its moment, or the next one whose input is still open.
  month      date NOT NULL CHECK (extract(day FROM month) = 1)
);

CREATE INDEX volumes_of_month ON volumes (month, seat_no) INCLUDE (amount_usd);
CREATE INDEX volumes_of_seat ON volumes (seat_no, at) INCLUDE (source, amount_usd);

CREATE TRIGGER volumes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON volumes
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The month of a moment in UTC, as its first day.
CREATE FUNCTION month_of(p_at timestamptz) RETURNS date
LANGUAGE sql IMMUTABLE AS $$ SELECT date_trunc('month', p_at AT TIME ZONE 'UTC')::date $$;

-- Writes down what a stake counts. Where the closing of a month has begun it waits for it, and counts in the month after.
CREATE FUNCTION record_volume(p_member uuid, p_stake uuid, p_source text, p_amount_usd numeric, p_at timestamptz) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_closed date;
BEGIN
  SELECT closed_through INTO v_closed FROM sales_state FOR KEY SHARE;
  INSERT INTO volumes (seat_no, stake_id, source, amount_usd, at, month)
    SELECT seats.seat_no, p_stake, p_source, p_amount_usd, p_at, GREATEST(month_of(p_at), (v_closed + interval '1 month')::date)
    FROM seats WHERE seats.member_id = p_member
    ON CONFLICT (stake_id) DO NOTHING;
END
$$;

-- The months whose input is closed. Rules, rate and moment are written with the calculation.
CREATE TABLE bonus_periods (
  month           date PRIMARY KEY CHECK (extract(day FROM month) = 1),
  state           text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'calculated', 'released')),
  input_closed_at timestamptz NOT NULL,
  calculated_at   timestamptz,
  released_at     timestamptz,
  rule_version    integer,
  bonus_on        boolean,
  rate            numeric,
  cap_usd         numeric,
  -- USD for one USDT, and since when.
  usdt_rate       numeric,
  usdt_rate_at    timestamptz,
  CHECK ((state = 'open') = (calculated_at IS NULL)),
  CHECK ((state = 'released') = (released_at IS NOT NULL)),
  CHECK (num_nulls(calculated_at, rule_version, bonus_on, rate, usdt_rate, usdt_rate_at) IN (0, 6))
);

-- The month of each seat that has volume below it, new or carried. What a seat carries on is what the next month begins with.
-- Foreign keys to seats would be checked a million times in each run; a seat is never removed.
CREATE TABLE sales_months (
  month        date NOT NULL REFERENCES bonus_periods (month),
  seat_no      integer NOT NULL,
  left_before  numeric(20, 2) NOT NULL CHECK (left_before >= 0),
  left_new     numeric(20, 2) NOT NULL CHECK (left_new >= 0),
  right_before numeric(20, 2) NOT NULL CHECK (right_before >= 0),
  right_new    numeric(20, 2) NOT NULL CHECK (right_new >= 0),
  qualified    boolean NOT NULL,
  -- What left both legs.
  matched_usd  numeric(20, 2) NOT NULL CHECK (matched_usd >= 0 AND matched_usd <= least(left_before + left_new, right_before + right_new)),
  bonus_usd    numeric NOT NULL CHECK (bonus_usd >= 0),
  paid_usdt    numeric(38, 18) NOT NULL CHECK (paid_usdt >= 0),
  paid_pp      numeric(38, 18) NOT NULL CHECK (paid_pp >= 0),
  rounding_usd numeric NOT NULL CHECK (rounding_usd >= 0),
  receipt_id   uuid,
  PRIMARY KEY (month, seat_no)
) WITH (fillfactor = 90);

CREATE INDEX sales_months_unpaid ON sales_months (month, seat_no) WHERE receipt_id IS NULL AND (paid_usdt > 0 OR paid_pp > 0);

-- Only that it was paid is added later.
CREATE TRIGGER sales_months_keep BEFORE DELETE OR TRUNCATE
OR UPDATE OF month, seat_no, left_before, left_new, right_before, right_new, qualified, matched_usd, bonus_usd, paid_usdt, paid_pp, rounding_usd
ON sales_months FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- New volume of the legs in months whose input is not closed, as of sales_state.summed_at.
CREATE TABLE open_sales (
  seat_no   integer NOT NULL,
  month     date NOT NULL,
  left_usd  numeric(20, 2) NOT NULL,
  right_usd numeric(20, 2) NOT NULL,
  PRIMARY KEY (seat_no, month)
) WITH (fillfactor = 80);

-- Members of the legs as of sales_state.summed_at, and the volume of all calculated months together.
CREATE TABLE seat_sums (
  seat_no       integer PRIMARY KEY,
  left_members  integer NOT NULL DEFAULT 0,
  right_members integer NOT NULL DEFAULT 0,
  left_usd      numeric(20, 2) NOT NULL DEFAULT 0,
  right_usd     numeric(20, 2) NOT NULL DEFAULT 0
) WITH (fillfactor = 80);

-- Members and new volume of a month below each side of every seat, in one pass from the youngest seat up: a seat is younger
-- than all above it, so what is below it has been added to it by then. Cents, since whole numbers are the fastest.
CREATE FUNCTION leg_sums(p_month date, OUT seat_no integer, OUT left_members integer, OUT right_members integer, OUT left_usd numeric, OUT right_usd numeric)
RETURNS SETOF record
LANGUAGE plpgsql STABLE ROWS 1000000 AS $$
DECLARE
  v_size          integer := (SELECT coalesce(max(seats.seat_no), 0) FROM seats);
  v_left_members  integer[] := array_fill(0, ARRAY[v_size]);
  v_right_members integer[] := array_fill(0, ARRAY[v_size]);
  v_left_cents    bigint[] := array_fill(0::bigint, ARRAY[v_size]);
  v_right_cents   bigint[] := array_fill(0::bigint, ARRAY[v_size]);
  v_seat          record;
  v_left          bigint;
  v_right         bigint;
BEGIN
  FOR v_seat IN
    SELECT seats.seat_no, seats.parent_no, seats.side = 'left' AS on_left, coalesce(own.cents, 0) AS cents
    FROM seats LEFT JOIN (
      SELECT volumes.seat_no, (sum(volumes.amount_usd) * 100)::bigint AS cents FROM volumes WHERE volumes.month = p_month GROUP BY volumes.seat_no
    ) AS own ON own.seat_no = seats.seat_no
    ORDER BY seats.seat_no DESC
  LOOP
    seat_no := v_seat.seat_no;
    left_members := v_left_members[seat_no];
    right_members := v_right_members[seat_no];
    v_left := v_left_cents[seat_no];
    v_right := v_right_cents[seat_no];
    IF v_seat.on_left THEN
      v_left_members[v_seat.parent_no] := left_members + right_members + 1;
      v_left_cents[v_seat.parent_no] := v_left + v_right + v_seat.cents;
    ELSIF v_seat.parent_no IS NOT NULL THEN
      v_right_members[v_seat.parent_no] := left_members + right_members + 1;
      v_right_cents[v_seat.parent_no] := v_left + v_right + v_seat.cents;
    END IF;
    left_usd := CASE v_left WHEN 0 THEN 0 ELSE v_left * 0.01 END;
    right_usd := CASE v_right WHEN 0 THEN 0 ELSE v_right * 0.01 END;
    RETURN NEXT;
  END LOOP;
END
$$;

-- Sums up members, and the volume of an open month. Only what has changed is written.
-- Tables that have grown since they were analysed look empty to the planner, which would go through them once for each seat:
-- this function and the next two join them by hashing.
CREATE FUNCTION sum_open_month(p_month date) RETURNS void
LANGUAGE sql SET enable_nestloop = off AS $$
  WITH legs AS MATERIALIZED (SELECT * FROM leg_sums(p_month)),
  recounted AS (
    UPDATE seat_sums AS seat SET left_members = legs.left_members, right_members = legs.right_members
    FROM legs WHERE legs.seat_no = seat.seat_no AND (legs.left_members, legs.right_members) <> (seat.left_members, seat.right_members)
  ), counted AS (
    INSERT INTO seat_sums (seat_no, left_members, right_members)
    SELECT legs.seat_no, legs.left_members, legs.right_members
    FROM legs LEFT JOIN seat_sums AS seat ON seat.seat_no = legs.seat_no WHERE seat.seat_no IS NULL
  ), changed AS (
    UPDATE open_sales AS sales SET left_usd = legs.left_usd, right_usd = legs.right_usd
    FROM legs WHERE sales.month = p_month AND legs.seat_no = sales.seat_no AND (legs.left_usd, legs.right_usd) <> (sales.left_usd, sales.right_usd)
  )
  INSERT INTO open_sales (seat_no, month, left_usd, right_usd)
  SELECT legs.seat_no, p_month, legs.left_usd, legs.right_usd
  FROM legs LEFT JOIN open_sales AS sales ON sales.seat_no = legs.seat_no AND sales.month = p_month
  WHERE sales.seat_no IS NULL AND (legs.left_usd > 0 OR legs.right_usd > 0)
$$;

-- Sets the rank of every member by the total volume of the weaker side (D-13).
CREATE FUNCTION set_ranks(p_leader numeric, p_chairperson numeric) RETURNS void
LANGUAGE sql SET enable_nestloop = off AS $$
  UPDATE members SET rank = wanted.rank
  FROM (
    SELECT seats.member_id, CASE WHEN weaker.usd >= p_chairperson THEN 'chairperson' WHEN weaker.usd >= p_leader THEN 'leader' ELSE 'member' END AS rank
    FROM seat_sums AS seat
      JOIN seats ON seats.seat_no = seat.seat_no
      LEFT JOIN (SELECT open_sales.seat_no, sum(left_usd) AS left_usd, sum(right_usd) AS right_usd FROM open_sales GROUP BY open_sales.seat_no) AS newer
        ON newer.seat_no = seat.seat_no
      CROSS JOIN LATERAL (SELECT LEAST(seat.left_usd + coalesce(newer.left_usd, 0), seat.right_usd + coalesce(newer.right_usd, 0)) AS usd) AS weaker
  ) AS wanted
  WHERE members.id = wanted.member_id AND members.rank <> wanted.rank
$$;

-- Calculates a month whose input is closed, by the rules and the rate in its period (D-11): bonus = rate × the weaker leg, new
-- and carried, at most the cap; what was matched leaves both legs, also above the cap. Who had no stake that ran or had matured
-- at the end of the month is paid nothing and keeps both legs, and so does everybody while the bonus is off. A share is PP
-- until the principal, what was paid for those stakes and PP, reaches its ceiling, the rest USDT; both are floored, and what that
-- leaves is the rounding.
CREATE FUNCTION calculate_sales_month(p_month date, p_pp_share numeric, p_ceiling numeric) RETURNS void
LANGUAGE plpgsql SET enable_nestloop = off AS $$
DECLARE
  v_period bonus_periods%ROWTYPE;
  v_end    timestamptz := (p_month + interval '1 month') AT TIME ZONE 'UTC';
  c_units  CONSTANT numeric := 1000000;
BEGIN
  SELECT * INTO v_period FROM bonus_periods WHERE month = p_month;
  INSERT INTO sales_months (
    month, seat_no, left_before, left_new, right_before, right_new, qualified, matched_usd, bonus_usd, paid_usdt, paid_pp, rounding_usd
  )
  SELECT p_month, legs.seat_no, leg.left_before, legs.left_usd, leg.right_before, legs.right_usd, holder.member_id IS NOT NULL,
    matched.usd, bonus.usd, usdt.amount, pp.amount, bonus.usd - pp.amount - usdt.amount * v_period.usdt_rate
  FROM leg_sums(p_month) AS legs
    JOIN seats ON seats.seat_no = legs.seat_no
    LEFT JOIN sales_months AS earlier ON earlier.month = (p_month - interval '1 month')::date AND earlier.seat_no = legs.seat_no
    LEFT JOIN (
      SELECT stakes.member_id, sum(stakes.amount_usd - stakes.staked_mp) AS usd FROM stakes
      WHERE stakes.started_at < v_end AND (stakes.ended_at IS NULL OR stakes.ended_at >= v_end) GROUP BY stakes.member_id
    ) AS holder ON holder.member_id = seats.member_id
    LEFT JOIN accounts AS points ON points.member_id = seats.member_id AND points.kind = 'wallet' AND points.asset = 'PP'
    CROSS JOIN LATERAL (
      SELECT coalesce(earlier.left_before + earlier.left_new - earlier.matched_usd, 0) AS left_before,
        coalesce(earlier.right_before + earlier.right_new - earlier.matched_usd, 0) AS right_before
    ) AS leg
    CROSS JOIN LATERAL (
      SELECT CASE WHEN v_period.bonus_on AND holder.member_id IS NOT NULL
        THEN LEAST(leg.left_before + legs.left_usd, leg.right_before + legs.right_usd) ELSE 0 END AS usd
    ) AS matched
    CROSS JOIN LATERAL (SELECT LEAST(v_period.rate * matched.usd, v_period.cap_usd) AS usd) AS bonus
    CROSS JOIN LATERAL (
      SELECT trunc(LEAST(bonus.usd * p_pp_share, GREATEST(p_ceiling - coalesce(holder.usd, 0) - coalesce(points.balance, 0), 0)), 6) AS amount
    ) AS pp
    -- div is exact, where a quotient would be rounded, perhaps up.
    CROSS JOIN LATERAL (SELECT div((bonus.usd - pp.amount) * c_units, v_period.usdt_rate) / c_units AS amount) AS usdt
  WHERE leg.left_before + legs.left_usd + leg.right_before + legs.right_usd > 0;
  INSERT INTO seat_sums AS seat (seat_no, left_usd, right_usd)
    SELECT sales.seat_no, sales.left_new, sales.right_new FROM sales_months AS sales
    WHERE sales.month = p_month AND sales.left_new + sales.right_new > 0
    ON CONFLICT (seat_no) DO UPDATE SET left_usd = seat.left_usd + EXCLUDED.left_usd, right_usd = seat.right_usd + EXCLUDED.right_usd;
  DELETE FROM open_sales WHERE month = p_month;
END
$$;

-- The seat and what lies below it, level by level, as many whole levels as p_levels allows and p_limit seats hold. So few that
-- what is joined to them is looked up and not scanned.
CREATE FUNCTION seats_of_levels(p_seat integer, p_levels integer, p_limit integer) RETURNS SETOF seats
LANGUAGE plpgsql STABLE ROWS 50 AS $$
DECLARE
  v_top   seats%ROWTYPE;
  v_first numeric;
  v_last  numeric;
  v_left  integer := p_limit;
  v_found integer;
BEGIN
  SELECT * INTO v_top FROM seats WHERE seat_no = p_seat;
  SELECT first_key, last_key INTO v_first, v_last FROM seat_range(p_seat);
  FOR v_depth IN v_top.depth..v_top.depth + p_levels LOOP
    SELECT count(*) INTO v_found FROM (
      SELECT FROM seats WHERE depth = v_depth AND order_key BETWEEN v_first AND v_last LIMIT v_left + 1
    ) AS level;
    -- Below an empty level there is nothing.
    EXIT WHEN v_found = 0 OR v_found > v_left;
    RETURN QUERY SELECT * FROM seats WHERE depth = v_depth AND order_key BETWEEN v_first AND v_last ORDER BY order_key;
    v_left := v_left - v_found;
  END LOOP;
END
$$;
