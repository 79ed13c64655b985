// What the screens of signing up say about the introducer, the place and the newcomer (F-03, D-24).
import { anywhere, fact, type Shows } from '../chart/facts.ts';
import type { SignUpContext } from './sign-up.types.ts';

export const signUpShows: Shows<SignUpContext> = {
  'sign-up-seat': ({ seat }) => {
    if (seat === null) return [];
    const { introducer, seatUser, place } = seat;
    return [
      anywhere({
        key: 'sign-up:seat.note',
        with: { side: { key: `sign-up:side.${place.position}` }, name: introducer.name },
      }),
      anywhere(seatUser.username, seatUser.positionId),
      ...(place.level > 1 ? [anywhere(place.parentPositionId)] : []),
    ];
  },
  'sign-up-review': ({ seat, draft }) => {
    if (seat === null) return [];
    const { introducer, seatUser, place } = seat;
    const { username, name, email, phone } = draft;
    return [
      anywhere(seatUser.username, seatUser.positionId),
      fact('sign-up:review.introducer', introducer.name),
      fact('sign-up:review.side', { key: `sign-up:position.${place.position}` }),
      fact('sign-up:review.parent', place.parentPositionId),
      fact('sign-up:username.label', username),
      fact('sign-up:name.label', name),
      fact('sign-up:email.label', email),
      fact('sign-up:review.phone', phone === '' ? { key: 'sign-up:review.noPhone' } : phone),
    ];
  },
  'sign-up-done': ({ member }) => {
    if (member === null) return [];
    const { username, positionId, referralCode } = member;
    return [
      fact('sign-up:username.label', username),
      ...(positionId === null ? [] : [fact('sign-up:done.position', positionId)]),
      ...(referralCode === null ? [] : [fact('sign-up:done.referralCode', referralCode)]),
    ];
  },
};
