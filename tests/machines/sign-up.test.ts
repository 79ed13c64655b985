import { describe, expect, it } from 'vitest';
import { checkpointAt, emptyDraft, linkOf, resumable, seatsBetween } from '#machines/sign-up/sign-up.rules.ts';
import { newMember, places, sampleSeat, typed } from '#machines/sign-up/sign-up.starts.ts';
import type { SignUpCheckpoint, SignUpContext, SignUpStep } from '#machines/sign-up/sign-up.types.ts';

/** What links contain, what a checkpoint holds, and which checkpoint a page resumes from (F-03, P-1, D-21). */

const draft = { ...emptyDraft, ...typed.introducer, ...typed.email, ...typed.details, phone: '+81 90 1234 5678' };
const context: SignUpContext = {
  key: 'key-of-this-run',
  resume: null,
  problem: null,
  draft,
  seat: sampleSeat,
  member: newMember,
};
const at = (step: SignUpStep): SignUpCheckpoint => checkpointAt(step, context);

describe('a referral link', () => {
  it.each([
    ['?introducer=K7Q2M9XA&position=left', { introducer: 'K7Q2M9XA', position: 'left' }],
    ['?introducer=mika&position=RIGHT', { introducer: 'mika', position: 'right' }],
    ['?introducer=%20mika%20', { introducer: 'mika', position: '' }],
    ['?position=left', { introducer: '', position: 'left' }],
    ['', { introducer: '', position: '' }],
  ])('%s says %j', (search, link) => {
    expect(linkOf(search)).toEqual(link);
  });

  it.each([
    ['an unknown side', '?introducer=mika&position=middle', { introducer: 'mika', position: '' }],
    ['several words', '?introducer=mika%20sato&position=left', { introducer: '', position: 'left' }],
    ['control characters', '?introducer=mi%00ka', { introducer: '', position: '' }],
    ['more than a code or name can have', `?introducer=${'m'.repeat(65)}`, { introducer: '', position: '' }],
    ['a broken escape', '?introducer=%E0%A4%A', { introducer: '', position: '' }],
  ])('loses %s', (_, search, link) => {
    expect(linkOf(search)).toEqual(link);
  });
});

describe('a checkpoint', () => {
  it('holds what was typed up to its step and nothing of later ones', () => {
    expect(at('introducer')).toMatchObject({ draft: { ...emptyDraft, ...typed.introducer }, seat: null });
    expect(at('seat')).toMatchObject({ draft: { ...emptyDraft, ...typed.introducer }, seat: sampleSeat });
    expect(at('code')).toMatchObject({
      draft: { ...emptyDraft, ...typed.introducer, ...typed.email },
      seat: sampleSeat,
    });
    expect(at('registering')).toMatchObject({ draft, seat: sampleSeat, member: null });
    expect(at('done')).toMatchObject({ draft: emptyDraft, seat: null, member: newMember });
  });
});

describe('a page that opens the flow', () => {
  const deep = { deep: true, byLink: false };
  const first = { deep: false, byLink: false };
  const link = { deep: false, byLink: true };

  it('resumes at the step that was interrupted at a later URL', () => {
    for (const step of ['seat', 'email', 'code', 'verifying', 'taken', 'details', 'review', 'done'] as const)
      expect(resumable(at(step), deep)).toEqual(at(step));
  });

  it('begins at the first step at the first URL, with what was typed', () => {
    expect(resumable(at('review'), first)).toEqual({ ...at('review'), step: 'introducer', seat: null });
    expect(resumable(at('introducer'), first)).toEqual(at('introducer'));
  });

  it('starts over with a link that has not been read yet, and after a completed sign-up', () => {
    expect(resumable(at('review'), link)).toBeNull();
    expect(resumable(at('introducer'), link)).toBeNull();
    expect(resumable(at('done'), first)).toBeNull();
  });

  it('asks for the outcome of a registration that was sent, wherever the newcomer returns', () => {
    for (const arrival of [deep, first, link]) expect(resumable(at('registering'), arrival)).toEqual(at('registering'));
  });

  it.each([
    ['nothing', null],
    ['text', 'review'],
    ['another version', { ...at('review'), version: 2 }],
    ['an unknown step', { ...at('review'), step: 'paying' }],
    ['no key', { ...at('review'), key: 7 }],
    ['no seat where the step needs one', { ...at('review'), seat: null }],
    [
      'a seat without its place',
      { ...at('review'), seat: { ...sampleSeat, place: { ...places.left, level: 'three' } } },
    ],
    ['a welcome without a member', { ...at('done'), member: null }],
  ])('drops what is malformed: %s', (_, stored) => {
    expect(resumable(stored, deep)).toBeNull();
  });

  it('keeps the texts of a malformed draft', () => {
    expect(
      resumable({ ...at('details'), draft: { email: 'nori@perch.example', username: 12, position: 'up' } }, deep)
        ?.draft,
    ).toEqual({ ...emptyDraft, email: 'nori@perch.example' });
  });
});

it('counts the seats that the drawing leaves out', () => {
  expect([1, 2, 3, 40].map((level) => seatsBetween({ ...places.left, level }))).toEqual([0, 0, 1, 38]);
});
