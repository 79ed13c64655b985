// Large trees of members for lists and counts: placed by the same function as all members, many at a time.
import { sql } from 'kysely';
import type { World } from './world.ts';

export interface PlannedSeat {
  /** The index of its parent in the list; null places it below `under`. */
  below: number | null;
  side: 'left' | 'right';
}

/**
 * Seats members below a seat as planned; returns their numbers. Their usernames are `<prefix>0`, `<prefix>1` and so
 * on.
 */
export async function growTree(
  world: World,
  options: { under: number; prefix: string; plan: PlannedSeat[] },
): Promise<{ seatNo: number; username: string }[]> {
  const { under, prefix, plan } = options;
  const at = world.clock.now();
  await sql`
    INSERT INTO members (id, username, username_key, name, name_key, email, email_key, referral_code, culture, joined_at)
    SELECT gen_random_uuid(), name, name, 'Name ' || name, 'name ' || name, name || '@mail.example', name || '@mail.example', name, 'en-US', ${at}
    FROM (SELECT ${prefix}::text || place AS name FROM generate_series(0, ${plan.length - 1}::integer) AS place) AS planned`.execute(
    world.db,
  );
  const seats: { seatNo: number; username: string }[] = [];
  for (const [index, { below, side }] of plan.entries()) {
    const username = `${prefix}${index}`;
    const from = below === null ? under : (seats[below]?.seatNo ?? under);
    const { rows } = await sql<{
      seat: number;
    }>`SELECT place_seat((SELECT id FROM members WHERE username_key = ${username}), ${from}, ${side}, ${at}) AS seat`.execute(
      world.db,
    );
    seats.push({ seatNo: rows[0]?.seat ?? 0, username });
  }
  return seats;
}

/** A chain down one side. */
export function chain(length: number, side: 'left' | 'right'): PlannedSeat[] {
  return Array.from({ length }, (_, index) => ({ below: index === 0 ? null : index - 1, side }));
}

/** Every place filled, level by level. */
export function fullTree(levels: number): PlannedSeat[] {
  return Array.from({ length: 2 ** levels - 2 }, (_, index) => ({
    below: index < 2 ? null : Math.floor(index / 2) - 1,
    side: index % 2 === 0 ? 'left' : 'right',
  }));
}
