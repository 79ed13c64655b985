// News, questions, texts and contact with support: one story of a member and an operator, and one of a visitor.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import type { TestMember } from '#fixtures/club/members.ts';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { openClub, type Club } from '#fixtures/club/club.ts';
import { Person, type PersonOptions } from './support/person.ts';

const folder = mkdtempSync(join(tmpdir(), 'perch-story-'));

let browser: Browser;
let club: Club;
let people: Person[] = [];

beforeAll(async () => {
  browser = await launchChromium();
  club = await openClub();
});
afterEach(async () => {
  await Promise.all(people.map((person) => person.leaves()));
  people = [];
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await browser.close();
  await club.close();
});

async function arrives(options: PersonOptions = {}): Promise<Person> {
  const person = await Person.arrives(browser, club, options);
  people.push(person);
  return person;
}

async function signedIn(member: TestMember, path: string, options: PersonOptions = {}): Promise<Person> {
  const person = await arrives(options);
  await person.goes(path);
  await person.signsIn(member.username, member.password);
  await person.isAt(path);
  return person;
}

const operator = (...args: string[]) => outcomeOf(club.services, { args, operator: 'olga', folder });

it('a member reads a notice, finds a question and writes to support; an operator answers, and the member reads it', async () => {
  const member = await club.member();
  const mika = await signedIn(member, '/newsList');
  const { page } = mika;
  await page.getByRole('button', { name: /Menu.*1 unread/ }).waitFor();
  await page.getByRole('link', { name: /Welcome to Perch news/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Welcome to Perch news' }).waitFor();
  await page.getByRole('button', { name: /unread/ }).waitFor({ state: 'detached' });

  await page.getByRole('main').getByRole('link', { name: 'FAQ' }).click();
  await page.getByRole('searchbox').fill('cancel withdrawal');
  await page.getByText('Can I cancel a withdrawal?').click();
  await page.getByText('The whole amount goes back to your balance right away').waitFor();
  expect(new URL(page.url()).hash).toBe('#withdrawal-cancel');
  await page.reload();
  await page.getByText('The whole amount goes back to your balance right away').waitFor();
  await page.getByRole('link', { name: 'Contact support' }).click();

  await page.getByLabel('Topic').selectOption('security');
  await page.getByLabel('Your message').fill('Who was that yesterday?\nIn Osaka.');
  await page.reload();
  expect(await page.getByLabel('Your message').inputValue()).toBe('Who was that yesterday?\nIn Osaka.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('We’ve received your message.').waitFor();
  const ticket = new URL(page.url()).searchParams.get('ticket') ?? '';
  expect(await mika.heading()).toBe(`Inquiry ${ticket}`);

  expect((await operator('inquiries', 'list')).text).toContain(ticket);
  expect((await operator('inquiries', 'show', ticket)).text).toContain('  In Osaka.');
  writeFileSync(join(folder, 'answer.txt'), 'It was your other phone.\n<b>No stranger.</b>');
  expect(await operator('inquiries', 'answer', ticket, 'answer.txt')).toMatchObject({ code: 0 });

  await page.getByRole('link', { name: 'Back to inquiries' }).click();
  expect(await page.getByLabel('Your message').inputValue()).toBe('');
  await page.getByRole('link', { name: new RegExp(`${ticket}.*Answered`) }).click();
  await page.getByText('<b>No stranger.</b>').waitFor();
  await page.getByLabel('Your message').fill('Thank you.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Awaiting reply').waitFor();
  await page.getByRole('button', { name: 'Close inquiry' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close inquiry' }).click();
  await page.getByText('This inquiry is closed.').waitFor();
});

it('a visitor can read terms, privacy and risks; questions and news require signing in', async () => {
  const visitor = await arrives();
  await visitor.goes('/terms#fees');
  await visitor.page.getByRole('heading', { level: 1, name: 'Terms of use' }).waitFor();
  await visitor.page.getByRole('navigation', { name: 'Related' }).getByRole('link', { name: 'Privacy policy' }).click();
  await visitor.page.getByRole('heading', { level: 1, name: 'Privacy policy' }).waitFor();
  await visitor.page.getByRole('navigation', { name: 'Legal' }).getByRole('link', { name: 'Risk disclosure' }).click();
  await visitor.page.getByRole('heading', { level: 1, name: 'Risk disclosure' }).waitFor();
  for (const path of ['/Faq', '/newsList', '/News/1', '/Contact']) {
    await visitor.goes(path);
    await visitor.isAt('/Signin');
  }
});
