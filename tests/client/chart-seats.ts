// Organizations to draw: full trees, chains, and random ones that are the same for the same seed.
import type { Side, TreeSeat } from '#src/pages/organization-chart/tree.ts';

/** A seat with nobody below it. */
export function seat(seatNo: number, parent: Pick<TreeSeat, 'seatNo' | 'level'> | undefined): TreeSeat {
  return {
    seatNo,
    positionId: `P-${String(seatNo).padStart(6, '0')}`,
    username: `member${seatNo}`,
    name: `Name ${seatNo}`,
    position: null,
    parentSeatNo: parent?.seatNo ?? null,
    level: parent === undefined ? 0 : parent.level + 1,
    rank: 'member',
    joinedAt: '2026-02-05T09:00:00Z',
    stage: null,
    leftMembers: 0,
    rightMembers: 0,
    leftVolumeUsd: '0',
    rightVolumeUsd: '0',
    hasLeft: false,
    hasRight: false,
  };
}

/** A tree with this many full levels below the top, level by level. */
export function complete(levels: number): TreeSeat[] {
  const seats: TreeSeat[] = [];
  for (let no = 1; no < 2 ** (levels + 1); no += 1) {
    const parent = seats[Math.floor(no / 2) - 1];
    const isLast = no >= 2 ** levels;
    seats.push({
      ...seat(no, parent),
      position: parent === undefined ? null : no % 2 === 0 ? 'left' : 'right',
      hasLeft: !isLast,
      hasRight: !isLast,
    });
  }
  return seats;
}

/** One seat below another. */
export function chain(length: number, sideAt: (place: number) => Side): TreeSeat[] {
  const seats: TreeSeat[] = [];
  for (let place = 0; place < length; place += 1) {
    const parent = seats.at(-1);
    const side = sideAt(place);
    const isLast = place === length - 1;
    seats.push({
      ...seat(place + 1, parent),
      position: parent === undefined ? null : sideAt(place - 1),
      hasLeft: !isLast && side === 'left',
      hasRight: !isLast && side === 'right',
    });
  }
  return seats;
}

/** A tree that grew by newcomers at random places. */
export function randomTree(count: number, seed: number): TreeSeat[] {
  let state = seed;
  const chance = (below: number) => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
  const seats: TreeSeat[] = [seat(1, undefined)];
  const free: { parent: TreeSeat; side: Side }[] = [
    { parent: seats[0] as TreeSeat, side: 'left' },
    { parent: seats[0] as TreeSeat, side: 'right' },
  ];
  while (seats.length < count) {
    const [{ parent, side }] = free.splice(chance(free.length), 1) as [{ parent: TreeSeat; side: Side }];
    parent[side === 'left' ? 'hasLeft' : 'hasRight'] = true;
    const newcomer = { ...seat(seats.length + 1, parent), position: side };
    seats.push(newcomer);
    free.push({ parent: newcomer, side: 'left' }, { parent: newcomer, side: 'right' });
  }
  return seats;
}
