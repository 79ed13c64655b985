import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readSettings } from '#server/entry/opening/settings.ts';
import { readSettingFiles, SECRET_SETTINGS } from '#server/platform/config/setting-files.ts';

const SECRET = 'kX0v2mQ9sB7nT4wLrZ8yC1dF6gH3jP5a';

const folder = mkdtempSync(join(tmpdir(), 'perch-settings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(content: string): string {
  const file = join(folder, `secret-${Math.random()}`);
  writeFileSync(file, content);
  return file;
}

describe('a secret in a file', () => {
  it.each(SECRET_SETTINGS)('is read for %s, without its last line break', (name) => {
    expect(readSettingFiles({ [`${name}_FILE`]: fileOf('the value\n'), PORT: '1' })).toMatchObject({
      [name]: 'the value',
      PORT: '1',
    });
  });

  it('is a setting like another: it is checked, and the server gets it', () => {
    const read = (content: string) => readSettings({ PERCH_SECRET_FILE: fileOf(content) }, process.cwd());
    expect(read(`${SECRET}\n`).secret).toBe(SECRET);
    expect(() => read('too short')).toThrow(/^PERCH_SECRET /);
  });

  it.each([
    ['both are set', () => ({ PERCH_SECRET: SECRET, PERCH_SECRET_FILE: fileOf(SECRET) }), /are both set/],
    ['it has no whole path', () => ({ PERCH_SECRET_FILE: 'secret' }), /must be an absolute path/],
    ['it is missing', () => ({ PERCH_SECRET_FILE: join(folder, 'none') }), /cannot be read: .*no such file/i],
    ['it is empty', () => ({ PERCH_SECRET_FILE: fileOf('\n') }), /names an empty file/],
    ['it has two lines', () => ({ PERCH_SECRET_FILE: fileOf('one\ntwo\n') }), /file of several lines/],
    ['it is a folder', () => ({ PERCH_SECRET_FILE: folder }), /cannot be read/],
  ])('is refused in one line, which does not show it, if %s', (_, env, message) => {
    const read = () => readSettingFiles(env());
    expect(read).toThrow(message);
    expect(read).not.toThrow(SECRET);
  });

  it('is refused if it may not be read', () => {
    const file = fileOf(SECRET);
    chmodSync(file, 0o000);
    // Root may read everything.
    if (process.getuid?.() === 0) return expect(readSettingFiles({ PERCH_SECRET_FILE: file })).toBeDefined();
    expect(() => readSettingFiles({ PERCH_SECRET_FILE: file })).toThrow(/cannot be read/);
  });
});

it('a setting that names a file and contains no secret stays as it is', () => {
  expect(readSettingFiles({ MAIL_FROM_FILE: '/nowhere' })).toEqual({ MAIL_FROM_FILE: '/nowhere' });
});
