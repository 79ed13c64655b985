import { either, exactly, figure, oneOf, orNull, record, text } from '../chart/stored-form.ts';
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

/** The form of a username, as in the contract. */
export const usernameForm = { least: 3, most: 32, pattern: /^[A-Za-z0-9][A-Za-z0-9._-]*$/ } as const;

/** The form of a phone number, as in the contract. */
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

/** A code or username of one word; anything else in a link is invalid. */
const introducerPattern = /^[^\s\p{C}\uFFFD]{1,64}$/u;

/** What a referral link says, `/Signup?introducer=…&position=left`; invalid values are dropped. */
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

/** How many seats are between the seat user and the seat above the place; the tree omits them. */
export function seatsBetween({ level }: Place): number {
  return Math.max(0, level - 2);
}

/** The steps in order; a checkpoint has what was typed up to its own step. */
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

/** The checkpoint at `step`: what that step and those before it need, and nothing that was typed for later ones. */
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

/** How the flow's page was opened. */
export interface Arrival {
  /** Whether the URL is that of a later step. */
  readonly deep: boolean;
  /** Whether the URL is a referral link that has not been applied yet. */
  readonly byLink: boolean;
}

const side = oneOf<Side>({ left: true, right: true });

/** What is stored of the flow has this form. */
export const checkpointForm = record<SignUpCheckpoint>({
  version: exactly(1),
  step: oneOf<SignUpStep>({
    introducer: true,
    seat: true,
    email: true,
    code: true,
    verifying: true,
    taken: true,
    details: true,
    review: true,
    registering: true,
    done: true,
  }),
  key: text,
  draft: record<Draft>({
    introducer: text,
    position: either(side, exactly('')),
    seatUser: text,
    email: text,
    username: text,
    name: text,
    phone: text,
  }),
  seat: orNull(
    record<Seat>({
      introducer: record<Seat['introducer']>({ username: text, name: text }),
      seatUser: record<Seat['seatUser']>({ username: text, seatNo: figure, positionId: text }),
      place: record<Place>({ parentSeatNo: figure, parentPositionId: text, position: side, level: figure }),
    }),
  ),
  member: orNull(record<NewMember>({ username: text, positionId: orNull(text), referralCode: orNull(text) })),
});

/** Whether it holds what its step cannot be shown without. */
function isWhole({ step, seat, member }: SignUpCheckpoint): boolean {
  return step === 'done' ? member !== null : step === 'introducer' || seat !== null;
}

/**
 * The checkpoint to resume from, read from storage; null if it is malformed or of another version. A registration that
 * was sent is continued at whichever page the newcomer reopens the flow. Otherwise a new link starts over, and the
 * flow's first URL begins at the first step, with what was typed.
 */
export function resumable(stored: unknown, { deep, byLink }: Arrival): SignUpCheckpoint | null {
  const checkpoint: unknown = { ...(stored as object | null), draft: draftIn(stored) };
  if (!checkpointForm(checkpoint) || !isWhole(checkpoint)) return null;
  if (deep || checkpoint.step === 'registering') return checkpoint;
  if (byLink || checkpoint.step === 'done') return null;
  return checkpoint.step === 'introducer' ? checkpoint : { ...checkpoint, step: 'introducer', seat: null };
}

/** What was typed, from what was stored; of a damaged draft what is sound, so that a registration is found again. */
function draftIn(stored: unknown): Draft {
  const { draft } = (stored ?? {}) as { readonly draft?: Partial<Record<keyof Draft, unknown>> | null };
  const typed = (name: keyof Draft): string => (text(draft?.[name]) ? draft[name] : '');
  const position = draft?.position;
  return {
    introducer: typed('introducer'),
    position: side(position) ? position : '',
    seatUser: typed('seatUser'),
    email: typed('email'),
    username: typed('username'),
    name: typed('name'),
    phone: typed('phone'),
  };
}
