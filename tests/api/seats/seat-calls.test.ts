// The calls about seats (SRC §7): who sees what, level by level and page by page.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callWithFresh, type Answer } from '../support/call.ts';
import type { TestMember } from '#fixtures/club/members.ts';
import { createWorld, type World } from '../support/world.ts';

/**
 *              root
 *            /      \
 *         own        stranger
 *        /    \             \
 *     left    right       far
 *     /   \
 *   deep   turn
 */
interface Club {
  root: TestMember;
  own: TestMember;
  left: TestMember;
  right: TestMember;
  deep: TestMember;
  turn: TestMember;
  stranger: TestMember;
  far: TestMember;
}

let world: World;
let club: Club;
let token: string;
beforeAll(async () => {
  world = await createWorld();
  club = await makeClub();
  token = (await world.browser().session(club.own)).accessToken;
});
afterAll(() => world.close());

async function makeClub(): Promise<Club> {
  const seat = (username: string, name: string, at?: { below: TestMember; side: 'left' | 'right' }) =>
    world.member({ username, name, ...(at === undefined ? {} : { below: at.below.seatNo, side: at.side }) });
  const root = await seat('perch', 'Perch Club');
  const own = await seat('Mika', 'Mika Sato', { below: root, side: 'left' });
  const stranger = await seat('stranger', '佐藤', { below: root, side: 'right' });
  const left = await seat('nori', 'Nori Tanaka', { below: own, side: 'left' });
  const right = await seat('ana', 'Ana de la Cruz', { below: own, side: 'right' });
  const far = await seat('far', 'Far Away', { below: stranger, side: 'right' });
  const deep = await seat('deep', 'Deep Down', { below: left, side: 'left' });
  const turn = await seat('turn', 'ﾀﾅｶ Turn', { below: left, side: 'right' });
  return { root, own, left, right, deep, turn, stranger, far };
}

/** A call by the member. */
const call = callWithFresh(() => world.browser().as({ token }));
/** A call by a visitor without a session. */
const anybody = () => world.browser();
const names = (answer: Answer): string[] => answer.body.items.map((seat: { username: string }) => seat.username);
const NOT_FOUND = { status: 404, code: 'not_found' };

describe('the first free place', () => {
  it.each(['left', 'right'] as const)('is found down the %s side, and returned to everybody', async (position) => {
    const answer = await anybody().call('getSeatBottom', { query: { seatNo: club.root.seatNo, position } });
    const parent = position === 'left' ? club.deep : club.far;
    expect(answer.body).toEqual({
      parentSeatNo: parent.seatNo,
      parentPositionId: `P-${String(parent.seatNo).padStart(6, '0')}`,
      position,
      level: position === 'left' ? 4 : 3,
    });
  });

  it('is returned for seats outside their own organization too, since the numbers are public', async () => {
    expect((await call('getSeatBottom', { query: { seatNo: club.far.seatNo, position: 'left' } })).body).toMatchObject({
      parentSeatNo: club.far.seatNo,
      level: 1,
    });
  });

  it.each([999, 2 ** 31 - 1, 2 ** 31, 1e15])('is not found below a seat %i that does not exist', async (seatNo) => {
    expect((await anybody().call('getSeatBottom', { query: { seatNo, position: 'left' } })).body).toMatchObject(
      NOT_FOUND,
    );
  });

  it.each([
    {},
    { seatNo: 1 },
    { position: 'left' },
    { seatNo: 0, position: 'left' },
    { seatNo: 1.5, position: 'left' },
    { seatNo: 'x', position: 'left' },
    { seatNo: 1, position: 'middle' },
  ])('is refused for %j', async (query) => {
    expect((await anybody().callUnchecked('getSeatBottom', { query })).body).toMatchObject({
      status: 400,
      code: 'invalid_request',
    });
  });
});

describe('a seat with the places below it', () => {
  it('is shown to its member by name, with nothing above it', async () => {
    const { body } = await call('getSeatMember', { query: { username: 'MIKA' } });
    expect(body).toMatchObject({
      seat: {
        seatNo: club.own.seatNo,
        username: 'Mika',
        name: 'Mika Sato',
        position: 'left',
        parentSeatNo: null,
        level: 0,
        rank: 'member',
        joinedAt: '2026-11-21T04:00:00.000Z',
      },
      left: { username: 'nori', parentSeatNo: club.own.seatNo, level: 1, position: 'left' },
      right: { username: 'ana', level: 1, position: 'right' },
    });
  });

  it('is shown by number or name, and by both if they belong to one seat', async () => {
    const byNumber = await call('getSeatMember', { query: { seatNo: club.left.seatNo } });
    expect(byNumber.body).toMatchObject({
      seat: { username: 'nori', level: 1, parentSeatNo: club.own.seatNo },
      left: { username: 'deep', level: 2 },
      right: { username: 'turn' },
    });
    expect((await call('getSeatMember', { query: { seatNo: club.left.seatNo, username: 'nori' } })).body).toEqual(
      byNumber.body,
    );
    expect((await call('getSeatMember', { query: { seatNo: club.left.seatNo, username: 'ana' } })).body).toMatchObject(
      NOT_FOUND,
    );
    expect((await call('getChildren', { query: { seatNo: club.left.seatNo } })).body).toEqual(byNumber.body);
  });

  it('shows free places as null', async () => {
    expect((await call('getSeatMember', { query: { username: 'deep' } })).body).toMatchObject({
      seat: { level: 2 },
      left: null,
      right: null,
    });
  });

  it('is their own if none is named', async () => {
    expect((await call('getChildren')).body.seat.username).toBe('Mika');
    expect((await call('getSeatMember')).body).toMatchObject({
      status: 400,
      errors: { username: ['Username is required.'] },
    });
  });

  it('shows strangers any seat, with shortened names and levels counted from it', async () => {
    const { body } = await anybody().call('getSeatMember', { query: { username: 'nori' } });
    expect(body).toMatchObject({
      seat: { seatNo: club.left.seatNo, username: 'no…', name: 'Nori T.', parentSeatNo: null, level: 0 },
      left: { username: 'de…', name: 'Deep D.', parentSeatNo: club.left.seatNo, level: 1 },
      right: { username: 'tu…', level: 1 },
    });
    expect((await anybody().call('getSeatMember', { query: { username: 'stranger' } })).body.seat).toMatchObject({
      username: 'st…',
      name: '佐…',
    });
    expect((await anybody().call('getSeatMember', { query: { username: 'ana' } })).body.seat).toMatchObject({
      username: 'an…',
      name: 'Ana C.',
    });
    expect((await anybody().call('getSeatMember', { query: { username: 'nobody' } })).body).toMatchObject(NOT_FOUND);
  });

  it('is answered alike if it is another’s and if there is none', async () => {
    const answers = await Promise.all([
      ...['stranger', 'perch', 'nobody'].map((username) => call('getSeatMember', { query: { username } })),
      ...[club.far.seatNo, 99_999].map((seatNo) => call('getSeatMember', { query: { seatNo } })),
      ...[club.root.seatNo, 99_999, 4_294_967_297].map((seatNo) => call('getChildren', { query: { seatNo } })),
      ...['far', 'nobody', 'perch'].map((username) => call('getSeatUp', { query: { username } })),
      ...['perch', 'nobody'].map((username) => call('listDownLines', { query: { username } })),
    ]);
    for (const answer of answers)
      expect({ ...answer.body, reference: '' }).toEqual({
        type: 'urn:perch:problem:not_found',
        title: 'Not found',
        status: 404,
        code: 'not_found',
        reference: '',
      });
  });

  it.each(['getChildren', 'getSeatUp', 'listDownLines', 'getCommunityInfo'] as const)(
    'and %s are for members only',
    async (id) => {
      const query = id === 'getSeatUp' ? { username: 'nori' } : {};
      expect((await anybody().callUnchecked(id, { query, token: 'pat_ended' })).body).toMatchObject({
        status: 401,
        code: 'session_ended',
      });
    },
  );
});

describe('the way up', () => {
  it('leads from the named seat to their own', async () => {
    const answer = await call('getSeatUp', { query: { username: 'turn' } });
    expect(
      answer.body.items.map((seat: { username: string; level: number; parentSeatNo: number | null }) => [
        seat.username,
        seat.level,
        seat.parentSeatNo,
      ]),
    ).toEqual([
      ['turn', 2, club.left.seatNo],
      ['nori', 1, club.own.seatNo],
      ['Mika', 0, null],
    ]);
    expect(answer.body.nextCursor).toBeNull();
    expect(names(await call('getSeatUp', { query: { username: 'mika' } }))).toEqual(['Mika']);
  });
});

describe('the members of the organization', () => {
  it('are listed level by level, each from left to right, without the seat itself', async () => {
    expect(names(await call('listDownLines'))).toEqual(['nori', 'ana', 'deep', 'turn']);
    expect(names(await call('listDownLines', { query: { username: 'nori' } }))).toEqual(['deep', 'turn']);
    expect(names(await call('listDownLines', { query: { username: 'turn' } }))).toEqual([]);
  });

  it('have levels counted from the member’s own seat, whosever organization is listed', async () => {
    const { body } = await call('listDownLines', { query: { username: 'nori' } });
    expect(body.items.map((seat: { level: number }) => seat.level)).toEqual([2, 2]);
  });

  it('are listed for a single level below the named seat', async () => {
    expect(names(await call('listDownLines', { query: { level: 1 } }))).toEqual(['nori', 'ana']);
    expect(names(await call('listDownLines', { query: { level: 2 } }))).toEqual(['deep', 'turn']);
    expect(names(await call('listDownLines', { query: { level: 1, username: 'nori' } }))).toEqual(['deep', 'turn']);
    expect(names(await call('listDownLines', { query: { level: 3 } }))).toEqual([]);
    expect(names(await call('listDownLines', { query: { level: 100000 } }))).toEqual([]);
  });

  it.each([
    ['TAN', ['nori']],
    ['n', ['nori', 'ana', 'deep', 'turn']],
    ['タナカ', ['turn']],
    ['tａn', ['nori']],
    ['%', []],
    ['_', []],
    ['far', []],
    ['\u0000', []],
  ])('are found by part of a name: %s', async (search, found) => {
    expect(names(await call('listDownLines', { query: { search } }))).toEqual(found);
  });

  it('are found by level and text together', async () => {
    expect(names(await call('listDownLines', { query: { search: 'n', level: 1 } }))).toEqual(['nori', 'ana']);
    expect(names(await call('listDownLines', { query: { search: 'n', level: 1, username: 'nori' } }))).toEqual([
      'deep',
      'turn',
    ]);
  });

  it.each(['AAAA', 'MQ', 'MA', 'LTE', 'OTk5OTk5OTk5OTk5OTk5OTk5OTk', 'OTk5OTk5OTk5OTk5OTk5OTk5'])(
    'are refused with a cursor of another list: %s',
    async (cursor) => {
      for (const answer of [
        await call('listDownLines', { query: { cursor } }),
        await call('listDownLines', { query: { cursor, search: 'n' } }),
        await call('getSeatUp', { query: { username: 'turn', cursor } }),
      ]) {
        expect(answer.body).toMatchObject({
          status: 400,
          code: 'invalid_request',
          errors: { cursor: ['Page has the wrong format.'] },
        });
      }
    },
  );
});

describe('the organization in figures', () => {
  const leg = (members: number, joinedThisMonth: number) => ({
    members,
    joinedThisMonth,
    volumeUsd: '0',
    carriedUsd: '0',
    totalUsd: '0',
  });

  it('counts both legs, who joined this month, and who was introduced', async () => {
    expect((await call('getCommunityInfo')).body).toEqual({
      introduced: 0,
      left: leg(3, 3),
      right: leg(1, 1),
      volumesAt: null,
    });
    await world.db
      .updateTable('members')
      .set({ introducer_id: club.own.id })
      .where('id', 'in', [club.left.id, club.far.id])
      .execute();
    await world.db
      .updateTable('seats')
      .set({ placed_at: new Date('2026-10-31T23:59:59.999Z') })
      .where('seat_no', '=', club.deep.seatNo)
      .execute();
    await world.db
      .updateTable('seats')
      .set({ placed_at: new Date('2026-11-01T00:00:00Z') })
      .where('seat_no', '=', club.turn.seatNo)
      .execute();
    expect((await call('getCommunityInfo')).body).toEqual({
      introduced: 2,
      left: leg(3, 2),
      right: leg(1, 1),
      volumesAt: null,
    });
  });

  it('is zero if nobody is below, and exact as soon as somebody is', async () => {
    const member = await world.member({ below: club.far.seatNo, side: 'right' });
    const { accessToken } = await world.browser().session(member);
    expect((await call('getCommunityInfo', { token: accessToken })).body).toEqual({
      introduced: 0,
      left: leg(0, 0),
      right: leg(0, 0),
      volumesAt: null,
    });
    await world.member({ below: member.seatNo, side: 'right' });
    expect((await call('getCommunityInfo', { token: accessToken })).body.right).toEqual(leg(1, 1));
  });
});
