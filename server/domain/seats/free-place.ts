// The first free place on a side of a seat (SRC §7 SeatBottom). Pointers of its run find it at once, at any depth.
import { sql } from 'kysely';
import type { components } from '#openapi/api.gen.d.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import { positionId } from './position-id.ts';

export type FreePlace = components['schemas']['FreePlace'];
export type Side = FreePlace['position'];

/** The free place below an existing seat. */
export async function freePlace(
  db: Db | Trx,
  from: { seat_no: number; depth: number },
  side: Side,
): Promise<FreePlace> {
  const [head, tail] =
    side === 'left' ? (['left_head', 'left_tail'] as const) : (['right_head', 'right_tail'] as const);
  const parent = await db
    .selectFrom('seats')
    .innerJoin('seats as head', 'head.seat_no', `seats.${head}`)
    .innerJoin('seats as parent', 'parent.seat_no', `head.${tail}`)
    .select(['parent.seat_no', 'parent.depth'])
    .where('seats.seat_no', '=', from.seat_no)
    .executeTakeFirstOrThrow();
  return {
    parentSeatNo: parent.seat_no,
    parentPositionId: positionId(parent.seat_no),
    position: side,
    level: parent.depth + 1 - from.depth,
  };
}

/**
 * The number of the seat that the free place belongs to, locked until the transaction ends: others who want the same
 * place wait.
 */
export async function lockFreePlace(trx: Trx, from: { seat_no: number }, side: Side): Promise<number> {
  const { rows } = await sql<{
    parent: number | null;
  }>`SELECT lock_free_place(${from.seat_no}, ${side}) AS parent`.execute(trx);
  const parent = rows[0]?.parent ?? null;
  if (parent === null) throw new Error(`there is no seat ${from.seat_no} to look below`);
  return parent;
}
