import type {
  Draft,
  NewMember,
  Place,
  ReferralLink,
  Seat,
  Side,
  SignUpCheckpoint,
  SignUpContext,
  SignUpStep,
} from './sign-up.types.ts';

/** What a user name is made of, as the contract has it. */
export const usernameForm = { least: 3, most: 32, pattern: /^[A-Za-z0-9][A-Za-z0-9._-]*$/ } as const;

/** A phone number, as the contract has it. */
export const phonePattern = /^\+?[0-9][0-9 ()-]{4,30}$/;

export const emptyDraft: Draft = {
  introducer: '',
  position: '',
  seatUser: '',
  email: '',
  username: '',
  name: '',
  phone: '',
};

/** A code or user name of one word; anything else in a link is damage. */
const introducerPattern = /^[^\s\p{C}\uFFFD]{1,64}$/u;

/** What a referral link says, `/Signup?introducer=…&position=left`; damaged values are dropped. */
export function linkOf(search: string): ReferralLink {
  const parameters = new URLSearchParams(search);
  const introducer = parameters.get('introducer')?.trim() ?? '';
  const position = parameters.get('position')?.trim().toLowerCase();
  return {
    introducer: introducerPattern.test(introducer) ? introducer : '',
    position: isSide(position) ? position : '',
  };
}

function isSide(value: unknown): value is Side {
  return value === 'left' || value === 'right';
}

export function otherSide(side: Side): Side {
  return side === 'left' ? 'right' : 'left';
}

/** How many seats lie between the seat user and the seat above the place: the tree is drawn without them. */
export function seatsBetween({ level }: Place): number {
  return Math.max(0, level - 2);
}

/** The steps in their order; a checkpoint holds what was typed up to its own. */
const steps: readonly SignUpStep[] = [
  'introducer',
  'seat',
  'email',
  'code',
  'verifying',
  'taken',
  'details',
  'review',
  'registering',
  'done',
];

/**
 * Where the flow stands at `step`: what that step and those before it need, and nothing that was typed for later ones.
 */
export function checkpointAt(step: SignUpStep, { key, draft, seat, member }: SignUpContext): SignUpCheckpoint {
  const reaches = (other: SignUpStep): boolean => steps.indexOf(step) >= steps.indexOf(other);
  const { introducer, position, seatUser, email, username, name, phone } = draft;
  const typed = {
    ...emptyDraft,
    ...{ introducer, position, seatUser },
    ...(reaches('email') ? { email } : {}),
    ...(reaches('details') ? { username, name, phone } : {}),
  };
  if (step === 'done') return { version: 1, step, key, draft: emptyDraft, seat: null, member };
  return { version: 1, step, key, draft: typed, seat: reaches('seat') ? seat : null, member: null };
}

/** Where a page that opens the flow stands. */
export interface Arrival {
  /** Whether the address is that of a later step. */
  readonly deep: boolean;
  /** Whether the address is a referral link that was not taken in yet. */
  readonly byLink: boolean;
}

/**
 * The checkpoint to go on from, out of what was stored; null if it is damaged or of another version. A registration
 * that was sent is continued wherever the newcomer comes back. Otherwise a new link starts over, and the first address
 * begins at the first step, with what was typed.
 */
export function resumable(stored: unknown, { deep, byLink }: Arrival): SignUpCheckpoint | null {
  const checkpoint = soundOf(stored);
  if (checkpoint === null || deep || checkpoint.step === 'registering') return checkpoint;
  if (byLink || checkpoint.step === 'done') return null;
  return checkpoint.step === 'introducer' ? checkpoint : { ...checkpoint, step: 'introducer', seat: null };
}

function soundOf(stored: unknown): SignUpCheckpoint | null {
  const { version, step, key, draft, seat, member } = recordOf(stored);
  const known = steps.find((each) => each === step);
  if (version !== 1 || known === undefined || typeof key !== 'string') return null;
  const needed = known === 'done' ? memberOf(member) : known === 'introducer' || seatOf(seat);
  if (needed === null) return null;
  return { version, step: known, key, draft: draftOf(draft), seat: seatOf(seat), member: memberOf(member) };
}

function draftOf(value: unknown): Draft {
  const typed = recordOf(value);
  const text = (name: keyof Draft): string => (typeof typed[name] === 'string' ? typed[name] : '');
  const { position } = typed;
  return {
    introducer: text('introducer'),
    position: isSide(position) ? position : '',
    seatUser: text('seatUser'),
    email: text('email'),
    username: text('username'),
    name: text('name'),
    phone: text('phone'),
  };
}

function seatOf(value: unknown): Seat | null {
  const { introducer, seatUser, place } = recordOf(value);
  const [who, above, free] = [recordOf(introducer), recordOf(seatUser), recordOf(place)];
  const texts = [who['username'], who['name'], above['username'], above['positionId'], free['parentPositionId']];
  const numbers = [above['seatNo'], free['parentSeatNo'], free['level']];
  const isSound =
    texts.every((text) => typeof text === 'string') &&
    numbers.every((number) => Number.isSafeInteger(number)) &&
    isSide(free['position']);
  return isSound ? (value as Seat) : null;
}

function memberOf(value: unknown): NewMember | null {
  const { username, positionId, referralCode } = recordOf(value);
  if (typeof username !== 'string') return null;
  return {
    username,
    positionId: typeof positionId === 'string' ? positionId : null,
    referralCode: typeof referralCode === 'string' ? referralCode : null,
  };
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
