// A large tree of members for benchmarks, placed one by one by the function that places all members.
import { sql } from 'kysely';
import type { World } from '#tests/api/support/world.ts';

export interface Wanted {
  /** The seat of the first member, who already exists. */
  root: number;
  seats: number;
  /** How many of them form one chain on the left. */
  chain: number;
  /** Additional members without a seat. */
  spare: number;
}

const BATCH = 100;

/** The first seats form one chain on the left; all others go elsewhere, so that the chain keeps its length. */
export async function fillSeats({ db, database }: World, { root: rootNo, seats, chain, spare }: Wanted): Promise<void> {
  await sql`
    INSERT INTO members (id, username, username_key, name, name_key, email, email_key, referral_code, culture, joined_at)
    SELECT md5('bench' || n)::uuid, 'bench' || n, 'bench' || n, 'Mika Sato', 'mika sato', 'bench' || n || '@mail.example', 'bench' || n || '@mail.example', 'B' || n, 'en-US', '2026-01-01'
    FROM generate_series(2, ${sql.lit(seats + spare)}) AS n`.execute(db);
  const client = await database.pool.connect();
  try {
    // Each seat is placed by the function that places all, without the checks of foreign keys, which it cannot violate.
    // Few at a time, since each seat of a run rewrites the head of the run, and what a transaction has written over
    // stays in the way until it ends.
    await client.query(`SET session_replication_role = replica`);
    await client.query(`
    DO $$
    DECLARE
      v_from integer;
    BEGIN
      PERFORM setseed(0.42);
      FOR n IN 2..${seats} LOOP
        v_from := CASE WHEN n <= ${chain} THEN ${rootNo} ELSE ${rootNo} + floor(random() * (n - 2))::integer END;
        PERFORM place_seat(md5('bench' || n)::uuid, v_from,
          CASE WHEN n <= ${chain} THEN 'left' WHEN v_from < ${rootNo} + ${chain} OR random() < 0.5 THEN 'right' ELSE 'left' END, '2026-01-01');
        IF n % ${BATCH} = 0 THEN COMMIT; END IF;
      END LOOP;
    END
    $$`);
    await client.query(`SET session_replication_role = origin`);
    // Its trigger was off as well.
    await client.query(`INSERT INTO uncounted_seats SELECT seat_no FROM seats ON CONFLICT DO NOTHING`);
  } finally {
    client.release();
  }
  await database.pool.query('VACUUM ANALYZE');
}
