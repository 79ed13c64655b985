// A database of several hosts: which of them takes writes, and what its address may say.
import { describe, expect, it } from 'vitest';
import { ConfigError } from '#server/platform/config/config-values.ts';
import { databaseUrlsOf, placeOfDatabase } from '#server/platform/config/database-urls.ts';
import { readLink } from '#server/platform/config/links.ts';
import { createPrimaryFinder, NoPrimary, type Probe } from '#server/platform/db/primary.ts';
import { isUnavailable } from '#server/platform/db/unavailable.ts';

const TWO = 'postgres://perch:p%40ss@10.0.0.5:5432,10.0.0.6:5433/perch?sslmode=require&target_session_attrs=read-write';

describe('the address of a database', () => {
  it('with several hosts is one address for each of them', () => {
    expect(databaseUrlsOf(TWO)).toEqual([
      'postgres://perch:p%40ss@10.0.0.5:5432/perch?sslmode=require',
      'postgres://perch:p%40ss@10.0.0.6:5433/perch?sslmode=require',
    ]);
    expect(databaseUrlsOf('postgresql://[::1],[fd12::2]:5433/perch')).toEqual([
      'postgresql://[::1]/perch',
      'postgresql://[fd12::2]:5433/perch',
    ]);
  });

  it.each([
    'postgres://perch:secret@db.example:5432/perch?sslmode=verify-full',
    'postgres://perch@/perch?host=/var/run/postgresql',
    'https://rates.example/a,b?c=d,e',
  ])('with one host, or of another kind, stays as it is: %s', (url) => {
    expect(databaseUrlsOf(url)).toEqual([url]);
  });

  it('asks for the host that takes writes, or is refused', () => {
    expect(databaseUrlsOf('postgres://a/perch?target_session_attrs=primary')).toEqual(['postgres://a/perch']);
    for (const wanted of ['any', 'standby', 'read-only', 'prefer-standby'])
      expect(() => databaseUrlsOf(`postgres://a,b/perch?target_session_attrs=${wanted}`)).toThrow(ConfigError);
  });

  it('is told to operators without user and password', () => {
    expect(placeOfDatabase(TWO)).toBe('10.0.0.5:5432,10.0.0.6:5433/perch');
  });

  it('may be plain only if each of its hosts is on this machine or in a private network', () => {
    const read = (hosts: string) => readLink({ DATABASE_URL: `postgres://u:hunter2@${hosts}/perch` }, 'DATABASE_URL');
    expect(read('10.0.0.5,10.0.0.6')).toBe('postgres://u:hunter2@10.0.0.5,10.0.0.6/perch');
    for (const hosts of ['10.0.0.5,db.example', 'db.example,10.0.0.5', '10.0.0.5,203.0.113.7:5433'])
      expect(() => read(hosts)).toThrow(/^DATABASE_URL leads to another network without TLS/);
    expect(() => read('10.0.0.5,:x')).toThrow(/^DATABASE_URL must look like/);
  });
});

/** Hosts that answer as a test says: a timeline, null for a standby, or an error. */
function hosts(says: Record<string, number | null | Error>) {
  const asked: string[] = [];
  const probe: Probe = async (url) => {
    const { host } = new URL(url);
    asked.push(host);
    const said = says[host];
    if (said instanceof Error) throw said;
    return said ?? null;
  };
  const find = (options: { longestMs?: number } = {}) =>
    createPrimaryFinder(['postgres://a:1/x', 'postgres://b:2/x'], { probe, longestMs: 400, ...options });
  return { says, asked, find };
}

describe('the host that takes writes', () => {
  it('is the one that is not a standby, and is asked for once until its connections fail', async () => {
    const { says, asked, find } = hosts({ 'a:1': 1, 'b:2': null });
    const finder = find();
    expect(await finder.find()).toMatchObject({ host: 'a', port: 1 });
    expect(await finder.find()).toMatchObject({ host: 'a', port: 1 });
    expect(asked).toHaveLength(2);
    says['a:1'] = new Error('connect ECONNREFUSED');
    says['b:2'] = 2;
    finder.doubt();
    const found = await Promise.all([finder.find(), finder.find()]);
    expect(found.map(({ host }) => host)).toEqual(['b', 'b']);
    expect(asked).toHaveLength(4);
  });

  it('is waited for while a standby is being promoted', async () => {
    const { says, find } = hosts({ 'a:1': new Error('connect ECONNREFUSED'), 'b:2': null });
    setTimeout(() => (says['b:2'] = 2), 300);
    expect(await find({ longestMs: 5_000 }).find()).toMatchObject({ host: 'b' });
  });

  it('is the newer of two that both take writes, and never one that was left behind', async () => {
    const { says, find } = hosts({ 'a:1': 1, 'b:2': 2 });
    const finder = find();
    expect(await finder.find()).toMatchObject({ host: 'b' });
    says['b:2'] = new Error('connect ECONNREFUSED');
    finder.doubt();
    await expect(finder.find()).rejects.toThrow(
      'no host of the database takes writes: a:1 was left behind by a fail-over; b:2: connect ECONNREFUSED',
    );
    expect([finder.isNewest(1), finder.isNewest(2), finder.isNewest(3), finder.isNewest(2)]).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('is not waited for behind a host that does not answer at all', async () => {
    const finder = createPrimaryFinder(['postgres://a:1/x', 'postgres://b:2/x'], {
      probe: (url) => (url.includes('a:1') ? new Promise(() => undefined) : Promise.resolve(1)),
    });
    const begin = performance.now();
    expect(await finder.find()).toMatchObject({ host: 'b' });
    expect(performance.now() - begin).toBeLessThan(2_000);
  });

  it('is missing for a while, which means unavailable and not a mistake', async () => {
    const { find } = hosts({ 'a:1': null, 'b:2': null });
    const error: unknown = await find()
      .find()
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NoPrimary);
    expect((error as Error).message).toBe('no host of the database takes writes: a:1 is a standby; b:2 is a standby');
    expect(isUnavailable(error)).toBe(true);
  });

  it('is a single one as it is named, without being asked', async () => {
    const finder = createPrimaryFinder(['postgres://only:5/x'], { probe: () => Promise.reject(new Error('asked')) });
    finder.doubt();
    expect(await finder.find()).toMatchObject({ host: 'only', port: 5 });
  });
});
