import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { axeFindings } from './support/axe.ts';
import { example, json, openApp, problem, type Answers } from './support/open-app.tsx';

/** Whom a transfer goes to: members who were paid before, favorites, and those whom the sender has referred. */

const user = userEvent.setup({ delay: null });

beforeAll(async () => {
  await Promise.all([
    import('#src/flows/transfer/transfer.route.tsx'),
    import('#src/pages/receipt/receipt.page.tsx'),
    import('#src/frames/member-frame.tsx'),
    import('#src/ui/toaster.tsx'),
  ]);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const main = () => within(screen.getByRole('main'));
const fact = (term: string) =>
  main().getAllByText(term, { selector: 'dt' })[0]?.parentElement?.querySelector('dd')?.textContent;
const press = async (name: string) => user.click(await screen.findByRole('button', { name }));

it('a recent recipient is one press away from the amount, and is looked up like a typed one', async () => {
  const { sent } = await openApp('/Transfer');
  const section = (await screen.findByRole('heading', { name: 'Recent recipients' })).parentElement;
  expect(section?.textContent).toContain('Ren A.@demo2fa2 times, last on 2026-11-02');
  await user.click(screen.getByRole('button', { name: /@demo2fa/ }));
  await screen.findByRole('textbox', { name: 'Amount' });
  expect(sent.filter(({ call }) => call === 'GET /transfers/recipient')).toHaveLength(1);
});

describe('members whom the sender has referred', () => {
  const EARNINGS = 'GET /referral/earnings';
  const earnings = example('GET', '/referral/earnings') as { readonly items: readonly [object] };
  const referred = (username: string, position: 'left' | 'right' | null = 'left') => ({
    ...earnings.items[0],
    username,
    name: `Name of ${username}`,
    position,
  });
  const opens = (...items: object[]) =>
    openApp('/Transfer', { answers: { [EARNINGS]: () => json({ ...earnings, items }) } });
  const listed = async () => {
    const section = (await screen.findByRole('heading', { name: 'Members you referred' })).closest('section');
    return within(section as HTMLElement)
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
  };

  it('are offered below those who were paid, five of them, and one press looks them up', async () => {
    const names = ['kei_t', 'elsewhere', 'one', 'two', 'three', 'four', 'five', 'six'];
    const { sent } = await opens(...names.map((name) => referred(name, name === 'elsewhere' ? null : 'right')));
    expect(await listed()).toEqual(['one', 'two', 'three', 'four', 'five'].map((name) => `Name of ${name}@${name}`));
    expect(await axeFindings()).toEqual([]);
    await user.click(screen.getByRole('button', { name: /@two/ }));
    await screen.findByRole('textbox', { name: 'Amount' });
    const [call] = sent.filter((each) => each.call === 'GET /transfers/recipient');
    expect(call?.search.get('username')).toBe('two');
  });

  it('are not mentioned if there are none, or none in the team of the sender', async () => {
    await opens(referred('elsewhere', null));
    await screen.findByRole('heading', { name: 'Recent recipients' });
    await waitFor(() => expect(document.querySelector('[data-awaited]')).toBeNull());
    expect(screen.queryByRole('heading', { name: 'Members you referred' })).toBeNull();
  });

  it('can be read again if that failed, and the username can be typed meanwhile', async () => {
    let asked = 0;
    await openApp('/Transfer', {
      answers: {
        [EARNINGS]: () => (asked++ === 0 ? problem(500, 'internal') : json({ ...earnings, items: [referred('one')] })),
      },
    });
    await screen.findByRole('alert');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Recipient’s username' }).readOnly).toBe(false);
    await press('Try again');
    expect(await listed()).toEqual(['Name of one@one']);
  });
});

describe('a favorite', () => {
  const SET = 'POST /transfers/favorites';

  it('stands before the recent recipients, and a press looks them up as well', async () => {
    const { sent } = await openApp('/Transfer');
    const titles = (await screen.findAllByRole('heading', { level: 2 })).map(({ textContent }) => textContent);
    expect(titles.slice(0, 2)).toEqual(['Favorites', 'Recent recipients']);
    await user.click(screen.getByRole('button', { name: /@kei_t/ }));
    await screen.findByRole('textbox', { name: 'Amount' });
    const [call] = sent.filter((each) => each.call === 'GET /transfers/recipient');
    expect(call?.search.get('username')).toBe('kei_t');
    expect(await axeFindings()).toEqual([]);
  });

  it('is made and unmade by the star beside them, in its place, also after Back', async () => {
    const answers: Answers = { [SET]: async (request) => json(await request.json()) };
    const { sent } = await openApp('/Transfer', { answers });
    await user.click(await screen.findByRole('button', { name: 'Save Ren A. as favorite' }));
    const star = await screen.findByRole('button', { name: 'Remove Ren A. from favorites' });
    expect(document.activeElement).toBe(star);
    expect(star.closest('section')?.textContent).toContain('Recent recipients');
    await user.click(screen.getByRole('button', { name: 'Remove Kei T. from favorites' }));
    expect((await screen.findByRole('button', { name: 'Save Kei T. as favorite' })).closest('section')).not.toBeNull();
    await user.click(screen.getByRole('button', { name: /@demo2fa/ }));
    await press('Back');
    await screen.findByRole('button', { name: 'Remove Ren A. from favorites' });
    const bodies = sent.filter(({ call }) => call === SET).map(({ body }) => body);
    expect(bodies).toEqual([
      { username: 'demo2fa', favorite: true },
      { username: 'kei_t', favorite: false },
    ]);
    expect(await axeFindings()).toEqual([]);
  });

  it('of too many is refused beside the lists, which has the focus, and nothing typed is lost', async () => {
    await openApp('/Transfer', { answers: { [SET]: () => problem(409, 'favorites_full') } });
    await user.type(await screen.findByRole('textbox', { name: 'Recipient’s username' }), 'somebody');
    await press('Save Ren A. as favorite');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('You can’t save more favorites');
    await waitFor(() => expect(document.activeElement).toBe(alert));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Recipient’s username' }).value).toBe('somebody');
    screen.getByRole('button', { name: 'Save Ren A. as favorite' });
    expect(await axeFindings()).toEqual([]);
  });
});

describe('the recipient of a transfer', () => {
  const known = example('GET', '/transfers/recipient') as object;

  async function name(recipient: object) {
    await openApp('/Transfer', { answers: { 'GET /transfers/recipient': () => json(recipient) } });
    await user.type(await screen.findByRole('textbox', { name: 'Recipient’s username' }), 'demo2fa');
    await press('Continue');
    await screen.findByRole('heading', { name: 'How much do you want to send?' });
  }

  const initials = () => document.querySelector('main [data-initials]')?.getAttribute('data-initials');

  it('has initials, a name and a username, and the number of earlier transfers', async () => {
    await name(known);
    expect(fact('To')).toBe('Ren A.@demo2fa');
    expect(initials()).toBe('RA');
    expect(fact('Your transfers to this member')).toBe('2 times, last on 2026-11-02');
    expect(await axeFindings()).toEqual([]);
  });

  it.each([
    ['Mei', 'M', { transfersSent: 1, lastSentAt: '2026-11-02T08:15:00Z' }, 'Once, on 2026-11-02'],
    ['李 小龙', '李小', { transfersSent: 0, lastSentAt: null }, 'First time'],
  ])('called %s has the initials %s, sent to %j', async (called, drawn, before, words) => {
    await name({ ...known, name: called, ...before });
    expect(fact('To')).toBe(`${called}@demo2fa`);
    expect(initials()).toBe(drawn);
    expect(fact('Your transfers to this member')).toBe(words);
  });
});
