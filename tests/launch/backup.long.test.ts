// A backup and a restore by the operator's command, beside a real server: killed in the middle, on a disk that is full,
// in a club that stops; and the nightly one.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';

import { openingGrant } from '#server/domain/ledger/moves.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { systemRandom } from '#server/platform/system/random.ts';
import { addMember } from '#fixtures/club/members.ts';
import { onClub, perchServer, startOnce } from '#tests/support/perch.ts';
import { start, type Process } from '#tests/support/processes.ts';
import { confirm, draft, read, signedIn, type Sent } from './exchanging-club.ts';
import { temporaryFolder } from './folders.ts';

const ENV = {
  NODE_ENV: 'production',
  PUBLIC_ORIGIN: 'https://wallet.example',
  SUPPORT_EMAIL: 'support@wallet.example',
  LOG_LEVEL: 'warn',
};
/** Many processes, one after the other, each of which starts an engine or two. */
const LONG_MS = 900_000;
/** How often is looked whether the moment of a kill has come. */
const LOOK_MS = 5;

/** A moment of a process, by what it has written; `made` is whether this process made a path. */
type Moment = (made: (path: string) => boolean) => boolean;

/** Starts a process and kills it at a moment. @throws if it ended before, since then nothing was tried */
async function killAt(begin: () => Process, moment: Moment): Promise<void> {
  const since = Date.now();
  const process = begin();
  const made = (path: string) => (statSync(path, { throwIfNoEntry: false })?.birthtimeMs ?? 0) >= since;
  let ended = false;
  void process.ended.then(() => (ended = true));
  while (!moment(made)) {
    if (ended) throw new Error(`ended before the moment of its kill: ${process.errors()}`);
    await sleep(LOOK_MS);
  }
  process.child.kill('SIGKILL');
  await process.ended;
}

const operator = (dataDir: string, args: string[], before: string[] = []): Process =>
  start(['--import', 'tsx', 'server/entry/operator/main.ts', ...args], { ...ENV, DATA_DIR: dataDir }, before);

async function done(process: Process): Promise<{ code: number | string; text: string }> {
  const code = await process.ended;
  return { code, text: [...process.lines, process.errors()].join('\n') };
}

const namesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder).sort() : []);

/** A stopped club. */
async function aClub(): Promise<string> {
  const dataDir = join(temporaryFolder(), 'data');
  await startOnce({ ...ENV, DATA_DIR: dataDir });
  return dataDir;
}

/** More than can be exchanged while a backup is made, however slow it is. */
const HELD = 10_000_000;
const EACH = 10;
/** Enough that some are in the backup and some are not. */
const AFTER_THE_BACKUP = 3;

describe('a backup', () => {
  it(
    'made while a member exchanges has each exchange whole or not at all; once restored, none is paid twice',
    async () => {
      const dataDir = await aClub();
      const env = { ...ENV, DATA_DIR: dataDir, RATE_LIMIT_SCALE: '10000' };
      const member = await onClub(env, async (services) => {
        for (const [asset, usd] of Object.entries({ USDT: '1', BTC: '50000' }))
          await outcomeOf(services, { args: ['rates', 'set', asset, usd], operator: 'launch' });
        const made = await addMember(services);
        await inTransaction(services.db, (trx) =>
          openingGrant(trx, systemRandom, {
            key: 'launch',
            at: services.clock.now(),
            memberId: made.id,
            ruleVersion: 1,
            asset: 'USDT',
            amount: String(HELD),
            status: 'completed',
          }),
        );
        return made;
      });
      const server = await perchServer(env);
      await server.line('Perch is ready');
      const token = await signedIn(server, member);
      const sent: Sent[] = [];
      const exchange = async () => {
        const begun = await draft(server, token);
        expect(begun.status, JSON.stringify(begun.body)).toBe(200);
        const one: Sent = { draftId: begun.body.id as string, key: randomUUID(), token, at: null, receiptId: null };
        const answer = await confirm(server, one);
        expect(answer.status, JSON.stringify(answer.body)).toBe(200);
        one.receiptId = answer.body.receiptId as string;
        sent.push(one);
      };
      await exchange();
      const file = join(temporaryFolder(), 'club.tar.gz');
      const making = done(operator(dataDir, ['backup', file]));
      let isMade = false;
      void making.then(() => (isMade = true));
      while (!isMade) await exchange();
      expect(await making).toMatchObject({ code: 0, text: expect.stringContaining('the books agree') });
      for (let more = 0; more < AFTER_THE_BACKUP; more += 1) await exchange();
      server.child.kill('SIGKILL');
      await server.ended;

      const target = join(temporaryFolder(), 'restored');
      expect(await done(operator('/none', ['restore', file, target]))).toMatchObject({ code: 0 });
      const restored = await perchServer({ ...env, DATA_DIR: target });
      await restored.line('Perch is ready');
      expect(await done(operator(target, ['restored', 'accept', '--despite', 'no chain is read here']))).toMatchObject({
        code: 0,
      });
      const again = await signedIn(restored, member);
      const held = async () => {
        const { balances } = (await read(restored, '/wallet', again)).body as {
          balances: { asset: string; available: string }[];
        };
        return Object.fromEntries(balances.map(({ asset, available }) => [asset, available]));
      };
      const before = await held();
      const kept = (HELD - Number(before.USDT)) / EACH;
      expect(kept).toBeGreaterThan(0);
      expect(kept).toBeLessThanOrEqual(sent.length - AFTER_THE_BACKUP);

      // Every one is sent again, twice under its key and once under another: what the backup has is answered as it was,
      // and what it lacks is refused.
      const answered = [];
      for (const one of sent)
        for (const key of [one.key, one.key, randomUUID()]) {
          const { status, body } = await confirm(restored, { ...one, key, token: again });
          if (key === one.key && status === 200) answered.push({ one, receiptId: body.receiptId as string });
        }
      expect(answered.filter(({ one, receiptId }) => receiptId !== one.receiptId)).toEqual([]);
      expect(new Set(answered.map(({ receiptId }) => receiptId)).size).toBe(kept);
      expect(await held()).toEqual(before);
      expect(await done(operator(target, ['books', 'check']))).toMatchObject({
        code: 0,
        text: expect.stringContaining('the books agree'),
      });
    },
    LONG_MS,
  );

  it(
    'is made without a server, of its running one, and by that itself each night; each can be restored',
    async () => {
      const dataDir = await aClub();
      const folder = temporaryFolder();
      const backup = join(folder, 'stopped.tar.gz');
      expect(await done(operator(dataDir, ['backup', backup]))).toMatchObject({
        code: 0,
        text: expect.stringContaining('the books agree'),
      });
      const server = await perchServer({ ...ENV, DATA_DIR: dataDir, BACKUP_DIR: join(folder, 'nightly') });
      await server.line('Perch is ready');
      await server.line('a backup was made and opened again');
      const running = join(folder, 'running.tar.gz');
      expect(await done(operator(dataDir, ['backup', running]))).toMatchObject({ code: 0 });
      server.child.kill('SIGTERM');
      expect(await server.ended).toBe(0);
      const [nightly = ''] = namesIn(join(folder, 'nightly'));
      for (const file of [backup, running, join(folder, 'nightly', nightly)]) {
        const target = join(temporaryFolder(), 'restored');
        expect(await done(operator('/none', ['restore', file, target]))).toMatchObject({ code: 0 });
        const restored = await perchServer({ ...ENV, DATA_DIR: target });
        await restored.line('no money moves until an operator has compared');
        await restored.line('Perch is ready');
        restored.child.kill('SIGTERM');
        expect(await restored.ended).toBe(0);
      }
    },
    LONG_MS,
  );

  it(
    'that is killed leaves no file, and the club as it was',
    async () => {
      const dataDir = await aClub();
      const folder = temporaryFolder();
      const file = join(folder, 'club.tar.gz');
      const work = join(dataDir, 'backup.unfinished');
      const packed = (made: (path: string) => boolean) =>
        namesIn(folder).some((name) => name.includes('.unfinished-') && made(join(folder, name)));
      const moments: Moment[] = [
        (made) => made(join(dataDir, 'perch.lock')),
        (made) => made(join(work, 'copy')),
        (made) => made(join(work, 'copy')) && packed(made),
        // The last file that is unpacked again: from here on it is verified.
        (made) => made(join(work, 'opened/secret.key')),
        (made) => made(file),
      ];
      for (const moment of moments) {
        await killAt(() => operator(dataDir, ['backup', file]), moment);
        // The process that packs ends with it; a file that is there was finished.
        await untilNobodyWrites(folder);
        if (existsSync(file)) {
          expect(await done(operator('/none', ['restore', file, join(temporaryFolder(), 'r')]))).toMatchObject({
            code: 0,
          });
          rmSync(file);
        }
        expect(namesIn(folder).filter((name) => !name.includes('.unfinished-'))).toEqual([]);
      }
      expect(await done(operator(dataDir, ['backup', file]))).toMatchObject({ code: 0 });
      expect(namesIn(folder)).toEqual(['club.tar.gz']);
      // The next start reads every page first: nobody vouches for files that a killed process had open.
      expect(namesIn(dataDir).filter((name) => name !== 'database.seal.json')).toEqual(['database', 'secret.key']);
    },
    LONG_MS,
  );

  it(
    'ends with the server that makes it, which stops in time',
    async () => {
      const dataDir = await aClub();
      const folder = temporaryFolder();
      const server = await perchServer({ ...ENV, DATA_DIR: dataDir });
      await server.line('Perch is ready');
      const making = operator(dataDir, ['backup', join(folder, 'club.tar.gz')]);
      while (!existsSync(join(dataDir, 'backup.unfinished/copy/database/PG_VERSION'))) await sleep(LOOK_MS);
      server.child.kill('SIGTERM');
      expect(await server.ended).toBe(0);
      expect(await done(making)).toMatchObject({
        code: 1,
        text: expect.stringContaining('the server stopped while the backup was being made; nothing is kept of it'),
      });
      expect(namesIn(folder)).toEqual([]);
      expect(namesIn(dataDir)).toEqual(['database', 'database.seal.json', 'secret.key']);
    },
    LONG_MS,
  );

  it(
    'of a server that is killed leaves nothing that its next start keeps',
    async () => {
      const dataDir = await aClub();
      const folder = temporaryFolder();
      const server = await perchServer({ ...ENV, DATA_DIR: dataDir });
      await server.line('Perch is ready');
      const making = operator(dataDir, ['backup', join(folder, 'club.tar.gz')]);
      while (!existsSync(join(dataDir, 'backup.unfinished/opened'))) await sleep(LOOK_MS);
      server.child.kill('SIGKILL');
      await Promise.all([server.ended, making.ended]);
      await untilNobodyWrites(folder);
      const database = await openDatabase({ databaseUrl: null, dataDir });
      expect(existsSync(join(dataDir, 'backup.unfinished'))).toBe(false);
      await database.close();
      expect(existsSync(join(folder, 'club.tar.gz'))).toBe(false);
    },
    LONG_MS,
  );
});

/** Until nothing in a folder has changed for a second. */
async function untilNobodyWrites(folder: string): Promise<void> {
  const sizes = () =>
    namesIn(folder)
      .map((name) => `${name} ${readFileSync(join(folder, name)).length}`)
      .join();
  for (let before = ''; before !== sizes();) {
    before = sizes();
    await sleep(1_000);
  }
}

describe('a restore that is killed', () => {
  it(
    'leaves no club, or the whole one; it is run again and gives it',
    async () => {
      const dataDir = await aClub();
      const file = join(temporaryFolder(), 'club.tar.gz');
      expect(await done(operator(dataDir, ['backup', file]))).toMatchObject({ code: 0 });
      const target = join(temporaryFolder(), 'restored');
      const restoring = join(target, 'database.restoring');
      const steps = [
        restoring,
        join(restoring, 'base'),
        join(target, 'secret.key.restoring'),
        join(target, 'secret.key'),
        join(target, 'database.seal.json'),
        join(target, 'database'),
      ];
      // Some last for less than a look: what is made after them shows that their moment is over.
      const moments = steps.map(
        (_, step): Moment =>
          (made) =>
            steps.slice(step).some(made),
      );
      for (const moment of moments) {
        await killAt(() => operator('/none', ['restore', file, target]), moment);
        if (existsSync(join(target, 'database'))) {
          rmSync(target, { recursive: true });
          continue;
        }
        await expect(openDatabase({ databaseUrl: null, dataDir: target })).rejects.toThrow(
          'has not ended; run it again',
        );
      }
      expect(await done(operator('/none', ['restore', file, target]))).toMatchObject({ code: 0 });
      expect(namesIn(target)).toEqual(['database', 'database.seal.json', 'secret.key']);
      const server = await perchServer({ ...ENV, DATA_DIR: target });
      await server.line('Perch is ready');
    },
    LONG_MS,
  );
});

/** A disk of a few megabytes that only one process sees. */
const SMALL_DISK = [
  ['unshare', '-m'],
  ['unshare', '-r', '-m'],
].find(([program = '', ...options]) => {
  const mount = ['sh', '-c', 'mount -t tmpfs -o size=1m tmpfs /mnt'];
  return spawnSync(program, [...options, ...mount]).status === 0;
});

describe('a disk that is full', () => {
  const onSmallDisk = (folder: string, megabytes: number): string[] => [
    ...(SMALL_DISK ?? []),
    'sh',
    '-c',
    `mount -t tmpfs -o size=${megabytes}m tmpfs ${folder} && exec "$@"`,
    'sh',
  ];

  it('can be made here', () => {
    expect(SMALL_DISK, 'unshare -m and mount must be allowed').toBeDefined();
  });

  it(
    'refuses a backup in one line and keeps nothing of it; the club goes on',
    async () => {
      const dataDir = await aClub();
      const small = temporaryFolder();
      const full = await done(operator(dataDir, ['backup', join(small, 'club.tar.gz')], onSmallDisk(small, 1)));
      expect(full).toMatchObject({ code: 1, text: expect.stringMatching(/no space|ENOSPC/) });
      expect(namesIn(dataDir)).toEqual(['database', 'database.seal.json', 'secret.key']);
      expect(await done(operator(dataDir, ['backup', join(temporaryFolder(), 'x')]))).toMatchObject({ code: 0 });
    },
    LONG_MS,
  );

  it(
    'refuses a restore before it begins',
    async () => {
      const dataDir = await aClub();
      const file = join(temporaryFolder(), 'club.tar.gz');
      expect(await done(operator(dataDir, ['backup', file]))).toMatchObject({ code: 0 });
      const small = temporaryFolder();
      mkdirSync(join(small, 'restored'));
      const full = await done(operator('/none', ['restore', file, join(small, 'restored')], onSmallDisk(small, 20)));
      expect(full).toMatchObject({
        code: 1,
        text: expect.stringMatching(/^the backup needs \d+ MB, and \d+ MB are free/),
      });
    },
    LONG_MS,
  );
});
