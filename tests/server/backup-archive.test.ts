// The file of a backup: what was packed comes out again, and whatever was changed, cut off, added or made by somebody
// else is refused before anything of it is used.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { packTar } from 'modern-tar';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { digestOf, readArchive, writeArchive } from '#server/platform/backup/archive.ts';
import { contentsText, type BackupContents } from '#server/platform/backup/contents.ts';
import { readIdentities, readRecipients } from '#server/platform/backup/recipients.ts';
import { refusalOfBackup } from '#server/platform/db/migrate.ts';
import { migrationsOf } from '#server/platform/db/prepare.ts';

const scratch = mkdtempSync(join(tmpdir(), 'perch-archive-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const FILES: Readonly<Record<string, string>> = {
  'secret.key': `${'k'.repeat(43)}\n`,
  'database/PG_VERSION': '18\n',
  'database/base/1/1259': 'page'.repeat(50_000),
  'database/base/1/empty': '',
};
const from = join(scratch, 'from');
let identity: string;
let recipient: string;
let contents: Omit<BackupContents, 'format'>;
beforeAll(async () => {
  identity = await generateX25519Identity();
  recipient = await identityToRecipient(identity);
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(join(from, name, '..'), { recursive: true });
    writeFileSync(join(from, name), text);
  }
  contents = {
    version: '0.1.0',
    madeAt: '2026-11-24T03:00:00.000Z',
    club: { id: '3fa9c2d1-0000-4000-8000-000000000000', origin: 'https://wallet.example', demo: false },
    engine: 'PostgreSQL 18.6',
    secret: 'file',
    migrations: [{ name: '0001-members', checksum: 'abc' }],
    newestJournal: '12',
    folders: ['database', 'database/base', 'database/base/1', 'database/pg_notify'],
    files: await Promise.all(Object.keys(FILES).map((name) => digestOf(from, name))),
  };
});

let file: string;
let into: string;
beforeEach(() => {
  const place = mkdtempSync(join(scratch, 'p'));
  file = join(place, 'club.tar.gz');
  into = join(place, 'into');
});

const pack = (recipients: string[] = []) => writeArchive(file, { contents, from, recipients });
const unpack = (identities: string[] = []) =>
  readArchive(file, { identities, durable: false, where: async () => (name) => join(into, name) });
/** Everything unpacked, by its name. */
const unpacked = () =>
  Object.fromEntries(
    readdirSync(into, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(into, name)).isFile())
      .map((name) => [name, readFileSync(join(into, name), 'utf8')]),
  );

describe.each([
  ['plain', () => [], () => []],
  ['encrypted', () => [recipient], () => [identity]],
] as const)('an archive, %s', (_kind, recipients, identities) => {
  it('gives back each file and folder as it was, for its owner alone', async () => {
    expect(await pack([...recipients()])).toBe(statSync(file).size);
    expect(await unpack([...identities()])).toMatchObject(contents);
    expect(unpacked()).toEqual(FILES);
    expect(statSync(join(into, 'database/pg_notify')).isDirectory()).toBe(true);
    for (const path of [file, join(into, 'secret.key')]) expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('that is cut off anywhere is refused', async () => {
    await pack([...recipients()]);
    const whole = readFileSync(file);
    for (const part of [0, 1, 10, 21, 100, 200, 400, whole.length / 2, whole.length - 20, whole.length - 1]) {
      writeFileSync(file, whole.subarray(0, part));
      await expect(unpack([...identities()]), `${part} of ${whole.length}`).rejects.toThrow(
        /is damaged or cut off|is not a backup of Perch/,
      );
      rmSync(into, { recursive: true, force: true });
    }
  });

  it('of which one bit is changed is refused, or comes out as it was', async () => {
    await pack([...recipients()]);
    const whole = readFileSync(file);
    const step = Math.max(1, Math.floor(whole.length / 60));
    let refused = 0;
    for (let at = 0; at < whole.length; at += step) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
      writeFileSync(file, changed);
      const error = await unpack([...identities()]).then(
        () => null,
        (reason: unknown) => reason as Error,
      );
      // The head of a gzip file has a time and a system that nothing depends on.
      if (error === null) expect(unpacked()).toEqual(FILES);
      else expect(error.message).toMatch(/is damaged|is not a backup of Perch|none of the secret keys|newer version/);
      refused += error === null ? 0 : 1;
      rmSync(into, { recursive: true, force: true });
    }
    expect(refused).toBeGreaterThan(50);
  });

  it('with something behind its end is refused or ends there', async () => {
    await pack([...recipients()]);
    writeFileSync(file, Buffer.concat([readFileSync(file), Buffer.from('something else')]));
    const error = await unpack([...identities()]).then(
      () => null,
      (reason: unknown) => reason as Error,
    );
    if (error === null) expect(unpacked()).toEqual(FILES);
    else expect(error.message).toMatch(/is damaged or cut off/);
  });

  it('of files that change or vanish while they are packed is not made', async () => {
    for (const lost of [listed('database/gone'), { ...listed('database/PG_VERSION'), bytes: 4_000 }]) {
      const archive = { contents: { ...contents, files: [...contents.files, lost] }, from, recipients: recipients() };
      await expect(writeArchive(file, archive)).rejects.toThrow();
      rmSync(file, { force: true });
    }
  });

  it('is never written over a file', async () => {
    writeFileSync(file, 'another backup');
    await expect(pack([...recipients()])).rejects.toThrow('EEXIST');
    expect(readFileSync(file, 'utf8')).toBe('another backup');
  });
});

describe('an encrypted archive', () => {
  it('shows nothing of what is in it', async () => {
    await pack([recipient]);
    const sealed = readFileSync(file);
    for (const secret of ['kkkkkkkk', 'wallet.example', 'PG_VERSION', '0001-members'])
      expect(sealed.includes(secret)).toBe(false);
  });

  it('is opened by each of its recipients, and by nobody else', async () => {
    const second = await generateX25519Identity();
    await pack([recipient, await identityToRecipient(second)]);
    await unpack([second]);
    await expect(unpack([await generateX25519Identity()])).rejects.toThrow('was encrypted for others');
    await expect(unpack()).rejects.toThrow('is encrypted; name the file with its secret key');
  });

  it('by a passphrase, or as text, is said to be one', async () => {
    const encrypter = new Encrypter();
    encrypter.setScryptWorkFactor(2);
    encrypter.setPassphrase('a passphrase');
    writeFileSync(file, await encrypter.encrypt('x'));
    await expect(unpack([identity])).rejects.toThrow('was encrypted for others');
    writeFileSync(file, '-----BEGIN AGE ENCRYPTED FILE-----\n');
    await expect(unpack([identity])).rejects.toThrow('was encrypted as text (armor)');
  });
});

/** An archive as somebody else may have made it. */
async function forge(head: unknown, entries: Parameters<typeof packTar>[0], first = 'backup.json'): Promise<void> {
  const text = typeof head === 'string' ? head : JSON.stringify(head);
  const tar = await packTar([{ header: { name: first, size: Buffer.byteLength(text) }, body: text }, ...entries]);
  writeFileSync(file, gzipSync(tar));
}

const entry = (name: string, body = 'x', header: object = {}) => ({
  header: { name, size: Buffer.byteLength(body), ...header },
  body,
});
const listed = (name: string, body = 'x') => ({
  name,
  bytes: body.length,
  sha256: '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881',
});
const head = (changes: object = {}) => ({ ...(JSON.parse(contentsText(contents)) as object), files: [], ...changes });

describe('an archive that somebody else has made', () => {
  const outside = () => join(into, '../outside');

  it.each([
    ['a path that leads out', 'database/../../outside'],
    ['a path from the root', '/tmp/perch-outside'],
    ['another folder', 'elsewhere/file'],
    ['a hidden file', 'database/.hidden'],
    ['a name with a line break', 'database/a\nb'],
    ['an empty part', 'database//file'],
  ])('with %s on its list is refused before anything is written', async (_what, name) => {
    await forge(head({ files: [listed(name)] }), [entry(name)]);
    await expect(unpack()).rejects.toThrow('is damaged: what it says of itself is incomplete');
    expect([existsSync(into), existsSync(outside()), existsSync('/tmp/perch-outside')]).toEqual([false, false, false]);
  });

  it.each([
    ['a file that is not on its list', entry('database/../../outside')],
    ['a file from the root', entry('/tmp/perch-outside')],
    ['a link', { header: { name: 'database/link', size: 0, type: 'symlink', linkname: '/etc' } }],
    ['a hard link', { header: { name: 'database/link', size: 0, type: 'link', linkname: '/etc/passwd' } }],
    ['a device', { header: { name: 'database/link', size: 0, type: 'character-device' } }],
  ] as const)('with %s is refused', async (_what, foreign) => {
    const files = [listed('database/link'), listed('database/PG_VERSION')];
    await forge(head({ files }), [entry('database/PG_VERSION'), foreign]);
    await expect(unpack()).rejects.toThrow('which is not on its list');
    expect([existsSync(outside()), existsSync('/tmp/perch-outside'), existsSync(join(into, 'database/link'))]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it.each([
    ['lacks a file of its list', [listed('database/PG_VERSION')], [], 'database/PG_VERSION is missing from it'],
    ['has another content', [listed('database/a')], [entry('database/a', 'y')], 'is not as its list says'],
    ['has less', [listed('database/a', 'xx')], [entry('database/a')], 'is not as its list says'],
    ['has more', [listed('database/a')], [entry('database/a', 'xx')], 'is longer than its list says'],
    ['has a file twice', [listed('database/a')], [entry('database/a'), entry('database/a')], 'is not on its list'],
    ['lists a file twice', [listed('database/a'), listed('database/a')], [entry('database/a')], 'it has a file twice'],
  ])('that %s is refused', async (_what, files, entries, says) => {
    await forge(head({ files }), entries);
    await expect(unpack()).rejects.toThrow(says);
  });

  it('never writes through a link that is there already', async () => {
    mkdirSync(join(into, 'database'), { recursive: true });
    symlinkSync(outside(), join(into, 'database/a'));
    await forge(head({ files: [listed('database/a')] }), [entry('database/a')]);
    await expect(unpack()).rejects.toThrow('EEXIST');
    expect(existsSync(outside())).toBe(false);
  });

  it.each([
    ['is no list', '{', 'cannot be read'],
    ['is a list of another format', head({ format: 2 }), 'was made by a newer version of Perch; restore it with that'],
    ['has no format', head({ format: 'x' }), 'is incomplete'],
    ['lacks a part', head({ migrations: undefined }), 'is incomplete'],
  ])('whose first entry %s is refused', async (_what, first, says) => {
    await forge(first, []);
    await expect(unpack()).rejects.toThrow(says);
  });

  it('that begins with something else is no backup', async () => {
    await forge('x', [], 'readme.txt');
    await expect(unpack()).rejects.toThrow(`${file} is not a backup of Perch`);
    writeFileSync(file, gzipSync('no archive at all'));
    await expect(unpack()).rejects.toThrow(/is damaged or cut off|is not a backup/);
    writeFileSync(file, 'PK');
    await expect(unpack()).rejects.toThrow(`${file} is not a backup of Perch`);
    mkdirSync(join(into, '../folder'));
    await expect(
      readArchive(join(into, '../folder'), { identities: [], durable: false, where: async () => (name) => name }),
    ).rejects.toThrow(/can't be read/);
  });
});

describe('recipients and identities', () => {
  it('are told apart, and what is none is not repeated in full', () => {
    expect(readRecipients(` ${recipient},\n${recipient} `, 'X')).toEqual([recipient, recipient]);
    expect(() => readRecipients(identity, 'BACKUP_RECIPIENT')).toThrow(/^BACKUP_RECIPIENT holds a secret key/);
    expect(() => readRecipients(identity, 'X')).not.toThrow(identity);
    expect(() => readRecipients('age1x', 'X')).toThrow('X must be public keys of age');
    expect(() => readRecipients(recipient.replace(/.$/, 'b'), 'X')).toThrow('X must be public keys of age');
    expect(() => readRecipients(' , ', 'X')).toThrow('X names no recipient');
  });

  it('of a file are read without its comments', async () => {
    writeFileSync(file, `# created: today\n# public key: ${recipient}\n${identity}\n\n`);
    expect(await readIdentities(file)).toEqual([identity]);
    writeFileSync(file, `${recipient}\n`);
    await expect(readIdentities(file)).rejects.toThrow('is not an identity file of age');
    writeFileSync(file, '# nothing\n');
    await expect(readIdentities(file)).rejects.toThrow('is not an identity file of age');
    writeFileSync(file, Buffer.alloc(100_000));
    await expect(readIdentities(file)).rejects.toThrow('is too large for an identity file');
    await expect(readIdentities(join(scratch, 'missing'))).rejects.toThrow("can't be read");
  });
});

describe('a backup whose migrations are not this program’s', () => {
  const migrations = migrationsOf(process.cwd());
  const known = [
    ...readFileSync('server/platform/db/migrations.lock', 'utf8').matchAll(/^(\d{4}-\S+) +(\w{64}) /gm),
  ].map(([, name = '', checksum = '']) => ({ name, checksum }));

  it('is refused with what to do: by a newer version, another line of development, a changed file', async () => {
    expect(known.length).toBeGreaterThan(13);
    const refusal = (list: typeof known) => refusalOfBackup({ migrations: list, version: '0.9.0' }, migrations);
    expect(await refusal(known)).toBeNull();
    expect(await refusal(known.slice(0, 13))).toBeNull();
    expect(await refusal([...known, { name: '9999-later', checksum: 'x' }])).toBe(
      'was migrated by a newer version (9999-later); restore it with Perch 0.9.0 or a later one, since nothing is migrated back',
    );
    expect(await refusal([...known, { name: '0006-elsewhere', checksum: 'x' }])).toMatch(
      /^was made by another line of development \(0006-elsewhere is .*\); restore it with the program that made it, which calls itself 0\.9\.0, or name a backup of this one$/,
    );
    expect(await refusal([{ name: known[0]?.name ?? '', checksum: 'other' }])).toMatch(
      /changed after it had been applied; put back the file with the SHA-256 other, or install the Perch 0\.9\.0 that/,
    );
  });
});
