// The members of the demo club, who referred whom and to which side: the same in every demo club.
import { createHash } from 'node:crypto';
import { CULTURES, type Culture } from '#openapi/cultures.ts';
import { REFERRAL_ALPHABET, REFERRAL_LETTERS } from '#server/domain/members/referral-codes.ts';
import { FAMILY_NAMES, GIVEN_NAMES } from './names.ts';

export interface PlannedMember {
  username: string;
  name: string;
  culture: Culture;
  /** The referrer's position in the list; null for the first of the club. */
  introducer: number | null;
  /** The side that the referrer chose. */
  side: 'left' | 'right';
  /** Days before the demo club is filled. */
  joinedDaysAgo: number;
}

const MEMBERS = 200;
/** Long enough for one-year stakes to have matured, and to have been decided since. */
const DAYS = 460;
const SEED = 20_260_105;
/** In the middle of the tree, so that both have seats above and below them. */
const DEMO_AT = 12;
const DEMO_TWO_FACTOR_AT = 17;
/** People mostly refer others soon after they joined themselves. */
const RECENT_MEMBERS = 40;
const RECENT_SHARE = 0.7;

/** The members in the order in which they joined. */
export function planDemoClub(): PlannedMember[] {
  const random = createSequence(SEED);
  const taken = new Set<string>();
  return Array.from({ length: MEMBERS }, (_, index): PlannedMember => {
    const named = namedMember(index);
    const person = named ?? inventPerson(random, taken);
    taken.add(person.username);
    return {
      ...person,
      culture: named === null ? pick(['en-US', ...CULTURES] as const, random) : 'en-US',
      introducer: index === 0 ? null : chooseIntroducer(index, random),
      side: random() < 0.5 ? 'left' : 'right',
      joinedDaysAgo: Math.round(DAYS * (1 - index / MEMBERS)) + 1,
    };
  });
}

function namedMember(index: number): { name: string; username: string } | null {
  if (index === 0) return { name: 'Perch Club', username: 'perch' };
  if (index === DEMO_AT) return { name: 'Mika Sato', username: 'demo' };
  if (index === DEMO_TWO_FACTOR_AT) return { name: 'Jonas Lindqvist', username: 'demo2fa' };
  return null;
}

function inventPerson(random: () => number, taken: Set<string>): { name: string; username: string } {
  for (;;) {
    const given = pick(GIVEN_NAMES, random);
    const family = pick(FAMILY_NAMES, random);
    const username = `${given}.${family}`.toLowerCase().replace(/[^a-z.]/g, '');
    if (!taken.has(username)) return { name: `${given} ${family}`, username };
  }
}

function chooseIntroducer(index: number, random: () => number): number {
  const from = random() < RECENT_SHARE ? Math.max(0, index - RECENT_MEMBERS) : 0;
  return from + Math.floor(random() * (index - from));
}

function pick<T>(list: readonly T[], random: () => number): T {
  const chosen = list[Math.floor(random() * list.length)];
  if (chosen === undefined) throw new Error('nothing to pick from');
  return chosen;
}

/** Numbers from 0 up to 1 that are the same for the same seed (splitmix32). */
function createSequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let value = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    value = Math.imul(value ^ (value >>> 15), 0x735a2d97);
    return ((value ^ (value >>> 15)) >>> 0) / 2 ** 32;
  };
}

/** An id that is the same in every demo club. */
export function demoMemberId(username: string): string {
  const hex = createHash('sha256').update(`perch demo ${username}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** A referral code that is the same in every demo club. */
export function demoReferralCode(username: string): string {
  const bytes = createHash('sha256').update(`perch referral ${username}`).digest();
  return [...bytes.subarray(0, REFERRAL_LETTERS)]
    .map((byte) => REFERRAL_ALPHABET.charAt(byte % REFERRAL_ALPHABET.length))
    .join('');
}
