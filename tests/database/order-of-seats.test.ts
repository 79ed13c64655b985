// A migrated database that has seats already gets their order from left to right.
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { migrate } from '#server/platform/db/migrate.ts';
import { emptyDatabase, MIGRATIONS } from '#fixtures/club/database.ts';

const NOW = new Date('2026-11-21T04:00:00Z');
const FIRST_WITH_ORDER = '0008-registration.sql';

async function olderMigrations(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'perch-migrations-'));
  const older = (await readdir(MIGRATIONS)).filter((file) => file < FIRST_WITH_ORDER);
  for (const file of older) await cp(join(MIGRATIONS, file), join(folder, file));
  return folder;
}

it('is given to the seats that were placed before there was one', async () => {
  const older = await olderMigrations();
  const { pool, close } = await emptyDatabase();
  await migrate(pool, { folder: older, now: NOW });
  for (let index = 0; index < 60; index += 1) {
    const id = `00000000-0000-4000-8000-0000000000${index + 10}`;
    await pool.query(
      "INSERT INTO members (id, username, username_key, name, email, email_key, referral_code, culture, joined_at) VALUES ($1, $2, $2, 'Ｍika Ä', $2, $2, $2, 'en-US', $3)",
      [id, `member${index}`, NOW],
    );
    if (index === 0) await pool.query('SELECT place_root_seat($1, $2)', [id, NOW]);
    else
      await pool.query('SELECT place_seat($1, $2, $3, $4)', [
        id,
        1 + ((index * 7) % index),
        index % 3 === 0 ? 'left' : 'right',
        NOW,
      ]);
  }
  await migrate(pool, { folder: MIGRATIONS, now: NOW });
  const { rows: astray } = await pool.query(`
    SELECT child.seat_no FROM seats AS child JOIN seats AS parent ON parent.seat_no = child.parent_no, seat_range(child.seat_no) AS range
    WHERE CASE child.side WHEN 'left' THEN range.last_key >= parent.order_key ELSE range.first_key <= parent.order_key END`);
  expect(astray).toEqual([]);
  const { rows: counted } = await pool.query(
    'SELECT count(*) AS seats, count(DISTINCT order_key) AS keys FROM seats, seat_range(1) AS range WHERE order_key BETWEEN range.first_key AND range.last_key',
  );
  expect(counted).toEqual([{ seats: 60n, keys: 60n }]);
  await close();
  await rm(older, { recursive: true });
});
