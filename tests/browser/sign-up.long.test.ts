import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import type { TestMember } from '#fixtures/club/members.ts';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { cultures, type Culture } from '#walk/paths/report.ts';
import { openClub, type Club } from '#fixtures/club/club.ts';
import { codeTo } from '#fixtures/club/mailbox.ts';
import { Person } from './support/person.ts';
import { Reader } from './support/reader.ts';

/**
 * Strangers become members with nothing but a referral link, their mails and what the screens say (F-03, then F-04 and
 * F-05).
 */

const PASSWORD = 'harbour violin sevenfold';
const NEW_PASSWORD = 'lantern meadow elevenfold';
/** A code can be requested once a minute (D-16). */
const MINUTE = 61;
/** The height of a card with a side of the tree, whose content fits on one line. */
const CARD_HEIGHT = 56;

interface Newcomer {
  readonly username: string;
  readonly name: string;
  readonly email: string;
}

const newcomers: Readonly<Record<Culture, Newcomer>> = {
  'en-US': { username: 'nora.reed', name: 'Nora Reed', email: 'nora@mail.example' },
  'ja-JP': { username: 'tanaka-nori', name: '田中のり', email: 'nori@mail.example' },
  'zh-CN': { username: 'wang_mei', name: '王梅', email: 'mei@mail.example' },
};

let browser: Browser;
let club: Club;
/** Everybody in front of a browser, so that each console is checked. */
let people: Person[] = [];

beforeAll(async () => {
  browser = await launchChromium();
  club = await openClub({ outbox: true });
});
afterEach(async () => {
  await Promise.all(people.map((person) => person.leaves()));
  people = [];
});
afterAll(async () => {
  await browser.close();
  await club.close();
});

/** A person with a browser of their own, and a reader of its texts. */
async function arrives(culture: Culture): Promise<{ person: Person; reader: Reader }> {
  const person = await Person.arrives(browser, club, { culture });
  people.push(person);
  return { person, reader: new Reader(culture, () => person) };
}

/** The code of the newest mail to an address, as an operator without a mail server reads it. */
async function codeInOutbox(address: string): Promise<string> {
  const operator = await browser.newPage();
  await operator.goto(`${club.origin}/outbox`);
  await operator.getByRole('row').filter({ hasText: address }).first().getByRole('link').click();
  const code = /\b\d{6}\b/.exec(await operator.locator('pre').innerText())?.[0];
  await operator.close();
  if (code === undefined) throw new Error(`The newest mail to ${address} has no code.`);
  return code;
}

/** From a member's link to the final review. */
async function comesToReview(
  { person, reader }: Awaited<ReturnType<typeof arrives>>,
  introducer: TestMember,
  newcomer: Newcomer,
): Promise<void> {
  const link = `/Signup?introducer=${introducer.username}&position=left`;
  await person.goes(link);
  await reader.isAt(link, 'sign-up:introducer.title');
  await reader.presses('sign-up:introducer.submit');
  await reader.isAt('/Signup2', 'sign-up:seat.title');
  await reader.presses('sign-up:seat.next');
  await reader.isAt('/Signup3', 'sign-up:email.title');
  await reader.types('sign-up:email.label', newcomer.email);
  await reader.presses('sign-up:email.submit');
  await reader.isAt('/Signup3?step=code', 'sign-up:code.title');
  await reader.types('mail-code:code', await codeInOutbox(newcomer.email));
  await reader.presses('mail-code:submit');
  await reader.isAt('/Signup4', 'sign-up:details.title');
  await reader.types('sign-up:username.label', newcomer.username);
  await reader.types('sign-up:name.label', newcomer.name);
  await reader.presses('sign-up:details.submit');
  await reader.isAt('/Signup4?step=review', 'sign-up:review.title');
}

async function becomesMember(reader: Reader): Promise<void> {
  await reader.types('sign-up:password.label', PASSWORD);
  await reader.ticks('sign-up:terms.agree');
  await reader.presses('sign-up:review.submit');
}

async function recoversPassword(person: Person, reader: Reader, { username, email }: Newcomer): Promise<void> {
  await person.goes('/Signin');
  await reader.follows('sign-in:forgot');
  await reader.follows('forgot:password.go');
  await reader.types('password-recovery:account.email', email);
  await reader.types('password-recovery:account.username', username);
  await reader.presses('password-recovery:account.submit');
  await reader.isAt('/ForgotPassword2', 'password-recovery:code.title');
  await reader.types('mail-code:code', await codeInOutbox(email));
  await reader.presses('mail-code:submit');
  await reader.isAt('/ResetPassword', 'password-recovery:password.title');
  await reader.types('password-recovery:password.label', NEW_PASSWORD);
  await reader.presses('password-recovery:password.submit');
  await reader.isAt('/DonePassword', 'password-recovery:done.title');
}

/** Recovers the username through /Forgot and the mailbox. */
async function recoversName(person: Person, reader: Reader, { email }: Newcomer): Promise<string> {
  await person.goes('/Forgot');
  await reader.follows('forgot:username.go');
  await reader.types('username-recovery:email.label', email);
  await reader.presses('username-recovery:email.submit');
  await reader.isAt('/ForgotAccount2', 'username-recovery:code.title');
  await reader.types('mail-code:code', await codeInOutbox(email));
  await reader.presses('mail-code:submit');
  await reader.isAt('/DoneAccount', 'username-recovery:done.title');
  const mails = await club.db
    .selectFrom('mails')
    .select('body')
    .where('recipient', '=', email)
    .orderBy('created_at', 'desc')
    .execute();
  const known = Object.values(newcomers).find(({ username }) => mails[0]?.body.includes(username));
  return known?.username ?? '';
}

describe.each(cultures)('in %s', (culture) => {
  it.each([320, 345])('the sides of the tree fit on one line each on a screen of %i px', async (width) => {
    const { person } = await arrives(culture);
    await person.page.setViewportSize({ width, height: 740 });
    await person.goes('/Signup');
    await person.page.locator('[data-live] [name="position"]').first().waitFor();
    const cards = await person.page.locator('label:has([name="position"])').evaluateAll((labels) =>
      labels.map((label) => {
        const text = label.querySelector('span');
        const { top, bottom } = label.getBoundingClientRect();
        return {
          lines: text?.getClientRects().length,
          height: text === null ? 0 : text.offsetHeight / Number.parseFloat(getComputedStyle(text).lineHeight),
          spills: label.scrollWidth > label.clientWidth,
          tall: bottom - top,
        };
      }),
    );
    expect(cards.map(({ lines, height, spills }) => [lines, Math.round(height), spills])).toEqual([
      [1, 1, false],
      [1, 1, false],
    ]);
    // The drawing is beside the word.
    for (const { tall } of cards) expect(tall).toBeLessThanOrEqual(CARD_HEIGHT);
  });

  it('a referral link leads to a seat and to the dashboard, and a forgotten password and name are recovered', async () => {
    const introducer = await club.member({ culture, name: 'Mika Sato' });
    const newcomer = newcomers[culture];
    const { person, reader } = await arrives(culture);
    await comesToReview({ person, reader }, introducer, newcomer);
    for (const text of ['Mika S.', newcomer.username, newcomer.name, newcomer.email])
      await person.page.getByText(text).first().waitFor();
    await becomesMember(reader);
    await reader.isAt('/DoneSignup', 'sign-up:done.title');
    const seat = await club.db
      .selectFrom('seats')
      .innerJoin('members', 'members.id', 'seats.member_id')
      .select(['parent_no', 'side', 'culture'])
      .where('username', '=', newcomer.username)
      .executeTakeFirstOrThrow();
    expect(seat).toEqual({ parent_no: introducer.seatNo, side: 'left', culture });
    // Back does not enter a finished flow again.
    await person.page.goBack();
    await reader.isAt('/DoneSignup', 'sign-up:done.title');
    await reader.presses('sign-up:done.signIn');
    await reader.isAt('/Signin', 'sign-in:title');
    await person.signsIn(newcomer.username, PASSWORD);
    await person.isAt('/');
    expect(await person.heading()).toContain(newcomer.name);

    club.advance(MINUTE);
    const another = await arrives(culture);
    await recoversPassword(another.person, another.reader, newcomer);
    club.advance(MINUTE);
    const username = await recoversName(another.person, another.reader, newcomer);
    expect(username).toBe(newcomer.username);
    await another.reader.presses('username-recovery:done.signIn');
    await another.person.signsIn(username, NEW_PASSWORD);
    await another.person.isAt('/');
  });
});

describe('two people at once', () => {
  it('for one seat: one gets it, the other is told, sees the next place and takes it', async () => {
    const introducer = await club.member();
    const both = [await arrives('en-US'), await arrives('en-US')] as const;
    for (const [index, one] of both.entries()) {
      await comesToReview(one, introducer, {
        username: `racer-${index}`,
        name: `Racer ${index}`,
        email: `racer-${index}@mail.example`,
      });
      await one.reader.types('sign-up:password.label', PASSWORD);
      await one.reader.ticks('sign-up:terms.agree');
    }
    await Promise.all(both.map(({ reader }) => reader.presses('sign-up:review.submit')));
    const ends = await Promise.all(
      both.map(async ({ person }) => {
        await person.page.locator('[data-state="showingDone"], [data-state="reviewing.seatTaken"]').waitFor();
        return person.page.locator('[data-flow="sign-up"]').getAttribute('data-state');
      }),
    );
    expect([...ends].sort()).toEqual(['reviewing.seatTaken', 'showingDone']);
    const slower = both[ends.indexOf('reviewing.seatTaken')];
    await slower?.reader.reads('problems:seat_taken');
    const taken = await club.db
      .selectFrom('seats')
      .select('seat_no')
      .where('parent_no', '=', introducer.seatNo)
      .executeTakeFirstOrThrow();
    await slower?.person.page
      .getByText(`P-${String(taken.seat_no).padStart(6, '0')}`)
      .first()
      .waitFor();
    await becomesMember(slower?.reader as Reader);
    await slower?.reader.isAt('/DoneSignup', 'sign-up:done.title');
    const next = await club.db.selectFrom('seats').select('side').where('parent_no', '=', taken.seat_no).execute();
    expect(next).toEqual([{ side: 'left' }]);
  });
});

describe('on the way', () => {
  it('a reload continues where it was, and an address of a member leads to that account or to another address', async () => {
    const [introducer, member] = [await club.member(), await club.member()];
    const { person, reader } = await arrives('en-US');
    await person.goes(`/Signup?introducer=${introducer.username}&position=left`);
    await reader.presses('sign-up:introducer.submit');
    await reader.presses('sign-up:seat.next');
    await reader.types('sign-up:email.label', member.email);
    await reader.presses('sign-up:email.submit');
    await reader.isAt('/Signup3?step=code', 'sign-up:code.title');
    await person.page.reload();
    await reader.isAt('/Signup3?step=code', 'sign-up:code.title');
    await reader.types('mail-code:code', await codeTo(club, member.email));
    await reader.presses('mail-code:submit');
    await reader.reads('problems:email_taken');
    await person.page.reload();
    await reader.reads('problems:email_taken');
    await reader.presses('sign-up:taken.another');
    await reader.isAt('/Signup3', 'sign-up:email.title');
  });
});
