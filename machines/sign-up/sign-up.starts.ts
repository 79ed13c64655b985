import type { Start } from '../chart/cases.ts';
import { emptyDraft } from './sign-up.rules.ts';
import type { Draft, NewMember, Place, Seat, SignUpCheckpoint, SignUpInput, SignUpStep } from './sign-up.types.ts';

/** The samples that starts, events and answers of the case tables share. */
export const typed = {
  introducer: { introducer: 'K7Q2M9XA', position: 'left', seatUser: '' },
  email: { email: 'nori@perch.example' },
  details: { username: 'nori', name: 'Nori Tanaka', phone: '' },
} as const;

export const places = {
  left: { parentSeatNo: 57, parentPositionId: 'P-000057', position: 'left', level: 3 },
  right: { parentSeatNo: 42, parentPositionId: 'P-000042', position: 'right', level: 1 },
} as const satisfies Record<string, Place>;

/** The seat user differs from the introducer, so that a mix-up is noticed. */
const found = {
  introducer: { username: 'mika', name: 'Mika S.' },
  seatUser: { username: 'kai', seatNo: 42, positionId: 'P-000042' },
} as const;

/** The answer of the introducer check as the chart keeps it. */
export const sampleSeat: Seat = { ...found, place: places.left };

export const newMember: NewMember = { username: 'nori', positionId: 'P-000243', referralCode: 'W4TDCWV3' };

export const key = 'key-of-this-run';
const noLink = { introducer: '', position: '' } as const;

/** How much was typed before the reload. */
type Typed = 'nothing' | 'introducer' | 'email' | 'details';

function draftWith(most: Typed, position: Place['position']): Draft {
  if (most === 'nothing') return emptyDraft;
  return {
    ...emptyDraft,
    ...typed.introducer,
    position,
    ...(most === 'introducer' ? {} : typed.email),
    ...(most === 'details' ? typed.details : {}),
  };
}

function reloadedAt(
  step: SignUpStep,
  at: string,
  most: Typed,
  position: Place['position'] = 'left',
): Start<SignUpInput> {
  const seat = step === 'introducer' || step === 'done' ? null : { ...found, place: places[position] };
  const resume: SignUpCheckpoint = {
    version: 1,
    step,
    key,
    draft: draftWith(most, position),
    seat,
    member: step === 'done' ? newMember : null,
  };
  return { input: { key: 'key-of-the-reload', resume, link: noLink }, at };
}

/** A newcomer who has typed that much, on the side of the link and on the other one. */
function onBothSides<TName extends string>(name: TName, step: SignUpStep, at: string, most: Typed) {
  return { [name]: reloadedAt(step, at, most), [`${name}OnTheRight`]: reloadedAt(step, at, most, 'right') } as Record<
    TName | `${TName}OnTheRight`,
    Start<SignUpInput>
  >;
}

/** Every start of the flow: one for each checkpoint that can be stored. */
export const signUpStarts = {
  fresh: { input: { key, resume: null, link: noLink }, at: '/Signup' },
  fromLink: {
    input: { key, resume: null, link: { introducer: 'K7Q2M9XA', position: 'left' } },
    at: '/Signup?introducer=K7Q2M9XA&position=left',
  },
  reloadedAtEmptyIntroducer: reloadedAt('introducer', '/Signup', 'nothing'),
  ...onBothSides('reloadedAtIntroducer', 'introducer', '/Signup', 'introducer'),
  ...onBothSides('reloadedAtSeat', 'seat', '/Signup2', 'introducer'),
  ...onBothSides('reloadedAtEmptyEmail', 'email', '/Signup3', 'introducer'),
  ...onBothSides('reloadedAtEmail', 'email', '/Signup3', 'email'),
  ...onBothSides('reloadedAtCode', 'code', '/Signup3?step=code', 'email'),
  ...onBothSides('reloadedWhileVerifying', 'verifying', '/Signup3?step=code', 'email'),
  ...onBothSides('reloadedAtTakenAddress', 'taken', '/Signup3?step=code', 'email'),
  ...onBothSides('reloadedAtEmptyDetails', 'details', '/Signup4', 'email'),
  ...onBothSides('reloadedAtDetails', 'details', '/Signup4', 'details'),
  ...onBothSides('reloadedAtReview', 'review', '/Signup4?step=review', 'details'),
  ...onBothSides('reloadedWhileRegistering', 'registering', '/Signup4?step=review', 'details'),
  reloadedWhenDone: reloadedAt('done', '/DoneSignup', 'nothing'),
} satisfies Record<string, Start<SignUpInput>>;
