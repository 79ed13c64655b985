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
  const OPTIONS = 'GET /transfers/options';
  const options = example('GET', '/transfers/options') as { readonly referred: readonly [object] };
  const opens = (...usernames: string[]) => {
    const referred = usernames.map((username) => ({ ...options.referred[0], username, name: `Name of ${username}` }));
    return openApp('/Transfer', { answers: { [OPTIONS]: () => json({ ...options, referred }) } });
  };

  it('are offered below those who were paid, as never paid and without a star, and one press looks them up', async () => {
    const { sent } = await opens('one', 'two');
    await screen.findByRole('heading', { name: 'Favorites' });
    const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(titles.slice(0, 3)).toEqual(['Favorites', 'Recent recipients', 'Members you referred']);
    const section = screen.getByRole('heading', { name: 'Members you referred' }).closest('section');
    const buttons = within(section as HTMLElement).getAllByRole('button');
    expect(buttons.map(({ textContent }) => textContent)).toEqual([
      'Name of one@oneFirst time',
      'Name of two@twoFirst time',
    ]);
    expect(await axeFindings()).toEqual([]);
    await user.click(screen.getByRole('button', { name: /@two/ }));
    await screen.findByRole('textbox', { name: 'Amount' });
    const [call] = sent.filter((each) => each.call === 'GET /transfers/recipient');
    expect(call?.search.get('username')).toBe('two');
  });

  it('are not mentioned if there are none', async () => {
    await opens();
    await screen.findByRole('heading', { name: 'Recent recipients' });
    expect(screen.queryByRole('heading', { name: 'Members you referred' })).toBeNull();
  });
});

describe('a favorite', () => {
  const SET = 'POST /transfers/favorites';

  it('stands before the recent recipients, and a press looks them up as well', async () => {
    const { sent } = await openApp('/Transfer');
    await screen.findByRole('heading', { name: 'Favorites' });
    const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
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

  it('who can be taken for a member paid before is warned of on form, on review and above the code', async () => {
    const recipient = {
      ...known,
      transfersSent: 0,
      lastSentAt: null,
      resembles: { username: 'dem02fa', name: 'Ren A.', lastSentAt: '2026-11-02T08:15:00Z' },
    };
    const draft = { ...(example('POST', '/transfers') as object), recipient };
    await openApp('/Transfer', {
      answers: { 'GET /transfers/recipient': () => json(recipient), 'POST /transfers': () => json(draft) },
    });
    const warned = () => {
      const notice = screen.getByText('Looks like a member you’ve sent to').closest('[role="status"]');
      expect(notice?.textContent).toContain('not Ren A. (@dem02fa), whom you last sent to on 2026-11-02,');
      expect(notice?.closest('details')).toBeNull();
      expect(fact('Your transfers to this member')).toBe('First time');
      expect(main().getAllByText('Your transfers to this member')[0]?.closest('details')).toBeNull();
    };
    await user.type(await screen.findByRole('textbox', { name: 'Recipient’s username' }), 'demo2fa');
    await press('Continue');
    await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '25');
    warned();
    expect(await axeFindings()).toEqual([]);
    await user.type(screen.getByRole('textbox', { name: 'Note' }), 'Thanks');
    await press('Review transfer');
    await screen.findByRole('button', { name: 'Confirm transfer' });
    warned();
    await press('Confirm transfer');
    await screen.findByRole('textbox', { name: /code/i });
    warned();
    expect(await axeFindings()).toEqual([]);
  });
});
