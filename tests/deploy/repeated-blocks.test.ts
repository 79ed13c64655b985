import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { read } from './files.ts';
import { shellBlocks } from './shell.ts';

/** Blocks that write secrets, carried out in a folder: after a failure, and once more, nothing a club needs is lost. */

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'perch-blocks-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (...names: string[]) => join(folder, ...names);
const contentOf = (name: string) => readFileSync(at(name), 'utf8');

/** A program that stands in for one of the machine. */
function standIn(name: string, script: string): void {
  mkdirSync(at('bin'), { recursive: true });
  writeFileSync(at('bin', name), `#!/bin/sh\n${script}\n`);
  chmodSync(at('bin', name), 0o755);
}

/** The block of a page that has a text, with places in the folder and without owners, which need root. */
function blockHere(page: string, text: string): string {
  const block = shellBlocks(read(page)).find((each) => each.includes(text)) ?? '';
  expect(block, text).not.toBe('');
  return block
    .replaceAll('/etc/perch', at('etc'))
    .replaceAll('/usr/local/bin/perch-compose', at('bin/perch-compose'))
    .replaceAll('/opt/perch/deploy', join(process.cwd(), 'deploy'))
    .replaceAll(/-o root -g [\w-]+ /g, '');
}

/** Runs it, in a shell in which something was typed before. */
function run(page: string, text: string, before = ''): number | null {
  const { status } = spawnSync('bash', ['-c', `${before}\n${blockHere(page, text)}`], {
    cwd: folder,
    env: { PATH: `${at('bin')}:${process.env.PATH}` },
  });
  return status;
}

describe('a new secret for the servers in containers', () => {
  const replace = () => run('docs/operating/incidents.md', 'PERCH_SECRET_PREVIOUS=%s');
  const [env, secret] = ['deploy/compose/.env', 'deploy/compose/secrets/perch_secret'];
  beforeEach(() => {
    mkdirSync(at('deploy/compose/secrets'), { recursive: true });
    // Without a line break at its end.
    writeFileSync(at(env), 'PERCH_VERSION=0.1.0');
    writeFileSync(at(secret), 'old\n', { mode: 0o444 });
  });

  it('keeps the old one in the settings, and is made once', () => {
    expect(replace()).toBe(0);
    expect(contentOf(env)).toBe('PERCH_VERSION=0.1.0\nPERCH_SECRET_PREVIOUS=old\n');
    const made = contentOf(secret);
    expect(made).toMatch(/^[\w+/]{43}=\n$/);
    expect(replace()).toBe(1);
    expect([contentOf(env).match(/PREVIOUS/g), contentOf(secret)]).toEqual([['PREVIOUS'], made]);
    expect(readdirSync(at('deploy/compose/secrets'))).toEqual(['perch_secret']);
  });

  it.each(['cat', 'openssl', 'chmod'])('changes nothing if %s fails, as on a full disk', (program) => {
    standIn(program, 'exit 1');
    expect(replace()).toBe(1);
    expect([contentOf(env), contentOf(secret)]).toEqual(['PERCH_VERSION=0.1.0', 'old\n']);
  });
});

describe('the set-up on a machine', () => {
  const GUIDE = 'docs/operating/first-club.md';
  const database = () => run(GUIDE, 'runuser');
  const settings = (before?: string) => run(GUIDE, 'perch.env.example', before);
  beforeEach(() => {
    mkdirSync(at('etc'));
    standIn('runuser', `cat > ${at('sql')}`);
  });

  it('writes the owner’s password only once PostgreSQL has it, and makes another one when it is repeated', () => {
    expect(database()).toBe(0);
    const first = contentOf('etc/owner-url');
    expect(contentOf('sql')).toContain(`PASSWORD '${/:([0-9a-f]{64})@/.exec(first)?.[1]}'`);
    standIn('runuser', 'cat > /dev/null; exit 3');
    expect(database()).toBe(3);
    expect(contentOf('etc/owner-url')).toBe(first);
  });

  it('goes on in the same shell with the password that PostgreSQL has, and with none if it has refused it', () => {
    const both = () => settings(blockHere(GUIDE, 'runuser'));
    standIn('runuser', 'cat > /dev/null; exit 3');
    expect(settings(`APP=of-an-earlier-run\n${blockHere(GUIDE, 'runuser')}`)).toBe(1);
    expect(readdirSync(at('etc'))).toEqual([]);
    standIn('runuser', `cat > ${at('sql')}`);
    expect(both()).toBe(0);
    const [, password] = /^DATABASE_URL=postgres:\/\/perch_app:([0-9a-f]{64})@/m.exec(contentOf('etc/perch.env')) ?? [];
    expect(contentOf('sql')).toContain(`ALTER ROLE perch_app PASSWORD '${password}'`);
  });

  it('leaves passwords and settings of a club as they are', () => {
    expect(settings()).toBe(1);
    expect(settings('APP=password')).toBe(0);
    const made = contentOf('etc/perch.env');
    expect(made).toMatch(/^DATABASE_URL=postgres:\/\/perch_app:password@/m);
    expect(made).toMatch(/^PERCH_SECRET=[\w+/]{43}=$/m);
    expect(made).toMatch(/^METRICS_TOKEN=[0-9a-f]{64}$/m);
    expect([database(), settings('APP=other')]).toEqual([1, 1]);
    expect([contentOf('etc/perch.env'), readdirSync(at('etc')), readdirSync(folder)]).toEqual([
      made,
      ['perch.env'],
      ['bin', 'etc'],
    ]);
  });
});

it('the set-up of containers leaves secrets and settings as they are when it is repeated', () => {
  cpSync('deploy/compose/make-secrets', at('deploy/compose/make-secrets'), { recursive: true });
  for (const name of ['docker', 'git']) standIn(name, 'exit 0');
  const setUp = () => run('deploy/README.md', 'make-secrets');
  expect(setUp()).toBe(0);
  const made = contentOf('deploy/compose/secrets/perch_secret');
  writeFileSync(at('deploy/compose/.env'), 'SUPPORT_EMAIL=help@wallet.example\n');
  expect(setUp()).toBe(0);
  expect(contentOf('deploy/compose/.env')).toBe('SUPPORT_EMAIL=help@wallet.example\n');
  expect(contentOf('deploy/compose/secrets/perch_secret')).toBe(made);
});
