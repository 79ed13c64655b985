import { describe, expect, it } from 'vitest';
import { PreparedNames } from '#server/platform/db/prepared.ts';

const READ = 'select "id" from "members" where "id" = $1';

/** The name of a text at each of several uses. */
const named = (text: string, uses: number, names = new PreparedNames()) =>
  Array.from({ length: uses }, () => names.nameOf(text));

describe('a statement', () => {
  it('is prepared from its fifth use on, under one name', () => {
    const names = named(READ, 7);
    expect(names.slice(0, 4)).toEqual([null, null, null, null]);
    expect(new Set(names.slice(4)).size).toBe(1);
    expect(names[4]).toMatch(/^[\w-]{43}$/);
  });

  it('that moves money is prepared at once', () => {
    expect(named('SELECT posted.* FROM post_journal($1) AS posted', 1)).not.toContain(null);
  });

  it.each([
    ['returns all columns of a table', 'select * from "members" where "id" = $1'],
    ['returns all columns of one table of several', 'select "members".*, "seats"."side" from "members", "seats"'],
    ['returns all columns of what it changes', 'update "drafts" set "state" = $1 returning *'],
    ['begins a transaction', 'begin'],
    ['is a command', 'SAVEPOINT mail'],
  ])('that %s never is', (_what, text) => {
    expect(named(text, 9).every((name) => name === null)).toBe(true);
  });

  it('that counts rows is one like any other', () => {
    expect(named('select count(*) as "unread" from "notices" where "member_id" = $1', 5).at(-1)).not.toBeNull();
  });

  it('is planned each time once there are as many as a connection keeps', () => {
    const names = new PreparedNames();
    const last = (index: number) => named(`${READ} and ${index} = ${index}`, 5, names).at(-1);
    const all = Array.from({ length: 205 }, (_, index) => last(index));
    expect(all.filter((name) => name !== null)).toHaveLength(200);
    expect(last(0)).toBe(all[0]);
    expect(named('SELECT posting.* FROM post_journal($1) AS posting', 1, names)).not.toContain(null);
  });
});
