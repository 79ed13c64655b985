import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { linesOf, lostLines, mistakesIn, narrowingIn, readLine } from './migration-rules.ts';

/** Migrations are frozen: the list of their names and checksums only grows, and each says whom it may disturb. */

const FOLDER = 'server/platform/db/migrations';
const LOCK = 'server/platform/db/migrations.lock';

const lock = readFileSync(LOCK, 'utf8');
const lines = linesOf(lock);
const locked = lines.map(readLine);
const sqlOf = (name: string) => readFileSync(join(FOLDER, `${name}.sql`), 'utf8');
const released = [...readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm)].map(
  ([, version = '']) => version,
);

const git = (...parameters: string[]) => execFileSync('git', parameters, { encoding: 'utf8' });

/** The list as each step of this branch left it; none where the sources came without their history. */
function earlierLists(): string[] {
  const commits = git('log', '--first-parent', '--format=%H', '--diff-filter=AM', '--', LOCK)
    .split('\n')
    .filter(Boolean);
  return commits.map((commit) => git('show', `${commit}:${LOCK}`));
}

describe('migrations', () => {
  it('are the files of the list, unchanged and in its order', () => {
    const files = readdirSync(FOLDER)
      .filter((file) => file.endsWith('.sql'))
      .sort()
      .map((file) => file.replace(/\.sql$/, ''));
    expect(files.map((name) => `${name} ${createHash('sha256').update(sqlOf(name)).digest('hex')}`)).toEqual(
      locked.map(({ name, checksum }) => `${name} ${checksum}`),
    );
  });

  it('have each a number of their own', () => {
    const numbers = locked.map(({ name }) => name.slice(0, 4));
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('stay once they were committed', () => {
    expect(earlierLists().flatMap((earlier) => lostLines(linesOf(earlier), lines))).toEqual([]);
  });

  it('say whether they only add, or which release stopped using what they take away', () => {
    expect(locked.flatMap((line) => mistakesIn(line, released))).toEqual([]);
  });

  it('only add where they say so', () => {
    const expanding = locked.filter(({ kind }) => kind === 'expand');
    expect(
      expanding.flatMap(({ name }) => narrowingIn(sqlOf(name)).map((what) => `${name} is no expand: it ${what}`)),
    ).toEqual([]);
  });
});

describe('the list of migrations', () => {
  it('may not lose a line, nor change one', () => {
    expect(lostLines(['0001-a 11 founding'], ['0001-a 11 founding', '0002-b 22 expand'])).toEqual([]);
    expect(lostLines(['0001-a 11 founding'], ['0001-a 12 founding'])).toEqual(['0001-a 11 founding']);
    expect(lostLines(['0001-a 11 expand'], [])).toEqual(['0001-a 11 expand']);
  });

  it.each([
    ['0046-what-a-browser-counts-as 1 founding', 0],
    ['0047-later 1 founding', 1],
    ['0047-later 1 expand', 0],
    ['0047-later 1 expand 0.1.0', 1],
    ['0047-later 1 contract', 1],
    ['0047-later 1 contract 0.1.0', 0],
    ['0047-later 1 contract 0.2.0', 1],
    ['0047-later 1', 1],
  ])('has lines that say what they should: %s', (line, mistakes) => {
    expect(mistakesIn(readLine(line), ['0.1.0'])).toHaveLength(mistakes);
  });

  it.each([
    ['ALTER TABLE members DROP COLUMN name;', 'drops a column'],
    ['ALTER TABLE members\n  ADD COLUMN a int,\n  DROP COLUMN name;', 'drops a column'],
    ['DROP TABLE IF EXISTS members;', 'drops a table'],
    ['ALTER TABLE members RENAME COLUMN name TO nick;', 'renames'],
    ['ALTER TABLE members RENAME TO people;', 'renames'],
    ['ALTER TABLE members ALTER COLUMN name TYPE varchar(9);', 'changes a type'],
    ['ALTER TABLE members ALTER name SET NOT NULL;', 'requires a value'],
    ['ALTER TABLE members ALTER COLUMN name DROP DEFAULT;', 'drops a default'],
    ['ALTER TABLE members ADD COLUMN age int NOT NULL;', 'adds a column'],
    ['ALTER TABLE members ADD COLUMN a int NOT NULL DEFAULT 0, ADD COLUMN b int NOT NULL;', 'adds a column'],
    ['ALTER TABLE members ADD CONSTRAINT adult CHECK (age > 17);', 'adds a constraint'],
    ['ALTER TABLE members ADD UNIQUE (name);', 'adds a constraint'],
    ['CREATE UNIQUE INDEX one ON members (name);', 'allows a value once'],
    ['CREATE TRIGGER t BEFORE UPDATE ON members FOR EACH ROW EXECUTE FUNCTION f();', 'adds a trigger'],
    ['DELETE FROM members;', 'removes rows'],
    ['DROP FUNCTION post_journal;', 'drops a function'],
  ])('knows what only a contract may do: %s', (sql, what) => {
    expect(narrowingIn(sql)).toEqual([expect.stringContaining(what)]);
  });

  it.each([
    'ALTER TABLE members ADD COLUMN age int;',
    'ALTER TABLE members ADD COLUMN age int NOT NULL DEFAULT 0;',
    'CREATE TABLE pets (name text NOT NULL); ALTER TABLE pets ADD UNIQUE (name); CREATE UNIQUE INDEX p ON pets (name);',
    "ALTER TABLE members DROP CONSTRAINT kinds; ALTER TABLE members ADD CONSTRAINT kinds CHECK (kind IN ('a', 'b'));",
    '-- DROP TABLE members;\nCREATE INDEX members_by_name ON members (name);',
    'CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $$ BEGIN DELETE FROM members; END $$;',
    'ALTER TABLE members ALTER COLUMN name DROP NOT NULL;',
    'DROP INDEX members_by_name;',
  ])('knows what an expand may do: %s', (sql) => {
    expect(narrowingIn(sql)).toEqual([]);
  });

  it('finds what earlier migrations took away', () => {
    const found = locked.filter(({ name }) => narrowingIn(sqlOf(name)).length > 0).map(({ name }) => name);
    expect(found).toEqual(expect.arrayContaining(['0022-mail-budgets', '0035-provisional-factors']));
  });
});
