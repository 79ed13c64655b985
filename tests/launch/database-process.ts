/**
 * Run as a separate process by the tests beside it: opens the database of a folder and does one thing with it,
 * reporting each step on a line of its output. A line that says "committed" was acknowledged by the database before it
 * was written.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const [folder = '', task = 'hold'] = process.argv.slice(2);
const say = (line: string) => fs.writeSync(1, `${line}\n`);

let fsyncs = 0;
const realFsync = fs.fsyncSync;
fs.fsyncSync = (handle) => {
  fsyncs += 1;
  realFsync(handle);
};
// The engine's file system imports the function by name.
syncBuiltinESMExports();

const { openDatabase } = await import('#server/platform/db/open.ts');
const { BEAT_MS } = await import('#server/platform/db/holder.ts');

try {
  await perform();
} catch (error) {
  process.stderr.write(`${(error as Error).name}: ${(error as Error).message}\n`);
  process.exitCode = 1;
}

async function perform(): Promise<void> {
  const database = await openDatabase({ databaseUrl: null, dataDir: folder, log: say });
  say('open');
  await database.pool.query('CREATE TABLE IF NOT EXISTS committed (n bigint PRIMARY KEY)');
  if (task === 'hold') setInterval(() => undefined, 1000);
  if (task === 'write') await writeForEver(database.pool);
  if (task === 'sixty') await writeSixty(database.pool);
  if (task === 'count') await tellCount(database.pool);
  if (task === 'starve') await starve(database.pool);
  if (task === 'fsync') await tellFsyncs(database.pool);
  if (task !== 'hold') await database.close();
}

type Pool = Awaited<ReturnType<typeof openDatabase>>['pool'];

async function writeForEver(pool: Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ n: bigint }>(
      'INSERT INTO committed SELECT coalesce(max(n), 0) + 1 FROM committed RETURNING n',
    );
    say(`committed ${String(rows[0]?.n)}`);
  }
}

async function writeSixty(pool: Pool): Promise<void> {
  for (let n = 1; n <= 60; n += 1) await pool.query('INSERT INTO committed VALUES ($1)', [n]);
  say('committed 60');
  await new Promise((resolve) => process.stdin.resume().once('end', resolve));
}

async function tellCount(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ count: bigint; max: bigint | null }>(
    'SELECT count(*) AS count, max(n) AS max FROM committed',
  );
  say(`count ${String(rows[0]?.count)} max ${String(rows[0]?.max ?? 0)}`);
}

async function tellFsyncs(pool: Pool): Promise<void> {
  fsyncs = 0;
  for (let n = 1; n <= 20; n += 1) await pool.query('INSERT INTO committed VALUES ($1)', [n]);
  say(`fsyncs ${fsyncs}`);
}

/** Uses up every free descriptor for some heartbeats of the lock, like a crowd of callers, and releases them. */
async function starve(pool: Pool): Promise<void> {
  const taken: number[] = [];
  try {
    for (;;) taken.push(fs.openSync('/dev/null', 'r'));
  } catch (error) {
    say(`starved ${String((error as NodeJS.ErrnoException).code)}`);
  }
  await new Promise((resolve) => setTimeout(resolve, 2.5 * BEAT_MS));
  taken.forEach((handle) => fs.closeSync(handle));
  await pool.query('INSERT INTO committed VALUES (1)');
  say('committed 1');
}
