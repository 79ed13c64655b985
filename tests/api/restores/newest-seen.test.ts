// A server whose database was put back to an earlier moment by other means than a restore (decision 0059).
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { compareWithSeen, continueRestore } from '#server/domain/restores/newest-seen.ts';
import { fund } from '../support/money.ts';
import { clubToPutBack } from '../support/put-back.ts';

const club = clubToPutBack();
const { run, begin } = club;

describe('a server whose database was put back by other means', () => {
  const folder = mkdtempSync(join(tmpdir(), 'perch-seen-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const lines: string[] = [];
  const look = () =>
    compareWithSeen({ ...club.world.services, config: { ...club.world.services.config, dataDir: folder } }, (line) =>
      lines.push(line),
    );
  const isHeld = async () => (await run('restored', 'show')).text.startsWith('the club was put back');
  const file = () => join(folder, 'newest-journal.json');

  it('notices by the newest journal that it has seen', async () => {
    await look();
    await look();
    expect(await isHeld()).toBe(false);
    await fund(club.world, club.who.member.id, { BTC: '1' });
    await look();
    const seen = JSON.parse(readFileSync(file(), 'utf8')) as { journal: string };
    // As if the last journal had never been.
    writeFileSync(file(), JSON.stringify({ ...seen, journal: String(BigInt(seen.journal) + 1n) }));
    await look();
    expect(await isHeld()).toBe(true);
    expect(lines).toEqual([expect.stringMatching(/^the database has lost journal \d+, which this server had seen/)]);
    expect((await club.who.call('getWallet')).status).toBe(401);
    await run('restored', 'accept');
    // It is said once, and what is newest now is what is compared with.
    await look();
    expect(lines).toHaveLength(1);
    expect(readdirSync(folder)).toEqual(['newest-journal.json']);
  });

  it('notices where another journal has the number', async () => {
    await look();
    const seen = JSON.parse(readFileSync(file(), 'utf8')) as { key: string };
    writeFileSync(file(), JSON.stringify({ ...seen, key: 'f'.repeat(64) }));
    await look();
    expect(await isHeld()).toBe(true);
    await run('restored', 'accept');
    await look();
    expect(await isHeld()).toBe(false);
  });

  it('that was down until the books were compared only says so', async () => {
    await look();
    const seen = readFileSync(file(), 'utf8');
    club.world.clock.advance(60);
    await begin();
    await run('restored', 'accept');
    // Another server has done all that; this one starts with what it had seen before.
    const { journal } = JSON.parse(seen) as { journal: string };
    writeFileSync(file(), seen.replace(`"${journal}"`, '"999999"'));
    lines.length = 0;
    await look();
    expect(await isHeld()).toBe(false);
    expect(lines).toEqual([
      expect.stringMatching(/^the database has lost journal 999999, .* the books were compared since: a restore was/),
    ]);
    // What is lost after that is noticed again.
    writeFileSync(file(), readFileSync(file(), 'utf8').replace(`"${journal}"`, '"999999"'));
    await look();
    expect(await isHeld()).toBe(true);
    await run('restored', 'accept');
  });

  it('takes another club for another club, and a broken note for none', async () => {
    await look();
    const seen = JSON.parse(readFileSync(file(), 'utf8')) as object;
    writeFileSync(file(), JSON.stringify({ ...seen, club: 'another', journal: '999999' }));
    await look();
    writeFileSync(file(), 'half');
    await look();
    expect(await isHeld()).toBe(false);
  });

  it('says at every start that a restore waits', async () => {
    const said: string[] = [];
    await continueRestore(club.world.services, (line) => said.push(line));
    expect(said).toEqual([]);
    await begin();
    await continueRestore(club.world.services, (line) => said.push(line));
    expect(said).toEqual([expect.stringMatching(/^the club was put back to .*: no money moves until an operator/)]);
  });
});
