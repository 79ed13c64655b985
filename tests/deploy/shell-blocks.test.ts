import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { read } from './files.ts';
import { goesOnAfterFailure, shellBlocks } from './shell.ts';

/** Operators paste a block as a whole: after a command that has failed, none of the next ones may run. */

const pagesIn = (folder: string, name: RegExp) =>
  readdirSync(folder).flatMap((each) => (name.test(each) ? [`${folder}/${each}`] : []));
const PAGES = [...pagesIn('docs', /^operating.*\.md$/), ...pagesIn('docs/operating', /\.md$/), 'deploy/README.md'];
const blocks = PAGES.flatMap((page) => shellBlocks(read(page)).map((block) => ({ page, block })));

describe('a block of commands for operators', () => {
  it('stops at the first one that fails', () => {
    expect(blocks.length).toBeGreaterThan(20);
    expect(new Set(blocks.map(({ page }) => page)).size).toBeGreaterThan(5);
    expect(blocks.filter(({ block }) => goesOnAfterFailure(block))).toEqual([]);
  });

  it('is one that a shell can read', () => {
    const unread = blocks.flatMap(({ page, block }) => {
      const { status, stderr } = spawnSync('bash', ['-n'], { input: block, encoding: 'utf8' });
      return status === 0 ? [] : [{ page, block, stderr }];
    });
    expect(unread).toEqual([]);
  });

  it('shows no password to other users, whom the system lets see how programs are called', () => {
    const shown = /password=|\bpsql [^\n]*-v \w+="\$\(|\bsed [^\n]*"[^\n]*\$(\(openssl|(APP|OWNER|SECRET)\b)/;
    const shows = (text: string) => shown.test(text.replaceAll(/\\\n/g, ' '));
    const scripts = pagesIn('deploy/compose', /^[\w-]+(\.sh)?$/).filter((file) => statSync(file).isFile());
    expect(scripts).toEqual(['deploy/compose/make-secrets', 'deploy/compose/roles.sh']);
    expect([...blocks.map(({ block }) => block), ...scripts.map(read)].filter(shows)).toEqual([]);
    for (const planted of [
      "pg_basebackup --dbname 'user=replicator password=x'",
      'psql -v ON_ERROR_STOP=1 \\\n  -v app="$(cat /run/secrets/app)"',
      'sed -i "s|^DATABASE_URL=.*|DATABASE_URL=postgres://perch_app:$APP@db|" perch.env',
    ])
      expect([planted, shows(planted)]).toEqual([planted, true]);
  });
});

describe('a block that goes on after a failure is found', () => {
  it.each([
    'a\nb\n',
    'a; b\n',
    'a & b\n',
    'a &&\n  b\nc\n',
    '(umask 077; a > f)\n',
    '(umask 077; a > f) &&\n  b\n',
    '(set -e; a; b) &&\n  c\n',
    '{ a; b; } && c\n',
    'a \\\n  --option\nb\n',
    "a 'one;\ntwo' # && \nb\n",
    'psql <<SQL\nSELECT 1;\nSQL\na\n',
    'for port in 1 2; do a; done\nb\n',
    'ready() { a; b; }\n',
    'a && (b; c)\n',
  ])('%j', (block) => {
    expect(goesOnAfterFailure(block)).toBe(true);
  });

  it.each([
    'a\n',
    '# first\na &&   # second; third\n  b\n',
    '(umask 077 && a > f) &&\n  mv f "g-$(date -u +%F)"\n',
    '(set -e\na\nb)\n',
    '{ [ -e f ] || a; } &&\n  b\n',
    'A=$(a) B=$(b | c) &&\n  d "$A; e"\n',
    "psql --command='REVOKE a; GRANT b' &&\n  c\n",
    'psql <<SQL &&\nSELECT 1;\nSELECT (2);\nSQL\n  a\n',
    'for port in 1 2; do until a; do b; done; c; done\n',
    'ready() { until a "({ ok }) => x()"; do b; done; } &&\n  ready\n',
    'a \\\n  --option\n',
    "a 'one\ntwo'\n",
  ])('and no other: %j', (block) => {
    expect(goesOnAfterFailure(block)).toBe(false);
  });
});
