import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { teachDialogs } from './support/dialogs.ts';
import { example, json, NOW, openApp, problem, type Answers } from './support/open-app.tsx';
import { saying } from './support/saying.ts';

/** The member's own inquiries and their pages; the flow of the form is walked (machines/contact). */

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const inquiry = example('GET', '/inquiries/{id}') as { readonly messages: readonly object[] };
const ticket = 'Q-7K2M-9QXD';
const member = example('GET', '/account/userInfo') as { readonly username: string };
const { username } = member;
const text = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your message' });

describe('the form', () => {
  it('reads a receipt from the URL and the category from its first letter', async () => {
    await openApp('/Contact?receipt=W-7K2M-9QXD');
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /Receipt reference/ })).value).toBe(
      'W-7K2M-9QXD',
    );
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Topic' }).value).toBe('withdrawal');
  });

  it('includes the reference of an error in the message', async () => {
    await openApp('/Contact?reference=req-7d1f');
    await screen.findByRole('heading', { level: 1, name: 'Contact' });
    expect(text().value).toBe('Reference: req-7d1f\n\n');
  });

  it('adds the reference to what was written before, once, and not again after it was removed', async () => {
    const { stores, services } = await openApp('/Contact');
    services.checkpoints.save(
      'contact-draft',
      {
        about: '',
        entries: { category: 'deposit', text: 'Where is it?\n', receipt: '' },
      },
      username,
    );
    const reopen = async (address: string) => {
      cleanup();
      await openApp(address, { stores });
      await screen.findByRole('heading', { level: 1, name: 'Contact' });
    };
    await reopen('/Contact?reference=req-7d1f');
    expect(text().value).toBe('Where is it?\n\nReference: req-7d1f');
    await userEvent.type(text(), '\nPlease look.');
    await reopen('/Contact?reference=req-7d1f');
    expect(text().value).toBe('Where is it?\n\nReference: req-7d1f\nPlease look.');
    await userEvent.clear(text());
    await reopen('/Contact?reference=req-7d1f');
    expect(text().value).toBe('');
    await reopen('/Contact?reference=req-7d2a');
    expect(text().value).toBe('Reference: req-7d2a\n\n');
  });

  it('is reached with the reference that the question for an unknown outcome shows', async () => {
    const answers: Answers = { 'POST /inquiries': () => Promise.reject(new TypeError('no network')) };
    const { sent } = await openApp('/Contact', { answers });
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Topic' }), 'security');
    await userEvent.type(text(), 'Who was that?');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    const again = await screen.findByRole('button', { name: 'Check now' });
    const key = sent.find(({ call }) => call === 'POST /inquiries')?.key;
    Object.assign(answers, { [`GET /requests/${key}`]: () => problem(500, 'internal') });
    await userEvent.click(again);
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe(
        '/Contact?reference=req-7d1f',
      ),
    );
  });

  it('takes in the reference of its own failure when the member follows the link to support', async () => {
    await openApp('/Contact', { answers: { 'POST /inquiries': () => problem(503, 'books_stopped') } });
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Topic' }), 'security');
    await userEvent.type(text(), 'Who was that?');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await userEvent.click(await screen.findByRole('link', { name: 'Contact support' }));
    await waitFor(() => expect(text().value).toBe('Who was that?\n\nReference: req-7d1f'));
    expect(document.activeElement).toBe(text());
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Topic' }).value).toBe('security');
  });

  it('leaves a full text as it is', async () => {
    const { stores, services } = await openApp('/Contact');
    const full = 'x'.repeat(4000);
    services.checkpoints.save(
      'contact-draft',
      {
        about: '',
        entries: { category: 'deposit', text: full, receipt: '' },
      },
      username,
    );
    cleanup();
    await openApp('/Contact?reference=req-7d1f', { stores });
    await screen.findByRole('heading', { level: 1, name: 'Contact' });
    expect(text().value).toBe(full);
  });

  it('asks for what is missing and sends nothing', async () => {
    const { sent } = await openApp('/Contact');
    await userEvent.click(await screen.findByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Choose a topic.')).toBeDefined();
    expect(screen.getByText('Your message is required.')).toBeDefined();
    expect(sent.map(({ call }) => call)).not.toContain('POST /inquiries');
  });

  it('keeps what is typed in this tab until it has arrived, and leads to its page', async () => {
    const { services, sent } = await openApp('/Contact', {
      answers: { 'POST /inquiries': () => json(inquiry), [`GET /inquiries/${ticket}`]: () => json(inquiry) },
    });
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Topic' }), 'security');
    await userEvent.type(text(), 'Who was that?');
    expect(services.checkpoints.load('contact-draft')?.checkpoint).toEqual({
      about: '',
      entries: { category: 'security', text: 'Who was that?', receipt: '' },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText(saying(/Your ticket number is Q-7K2M-9QXD/))).toBeDefined();
    expect(sent.find(({ call }) => call === 'POST /inquiries')).toMatchObject({
      key: expect.any(String),
      body: { category: 'security', text: 'Who was that?' },
    });
    expect(services.checkpoints.load('contact-draft')).toBeNull();
    expect(services.checkpoints.load('contact')).toBeNull();
  });

  it.each([
    { who: 'the same member', as: username, found: 'Who was that?' },
    { who: 'another member', as: 'another', found: '' },
  ])('after the session has ended by itself, what was typed is there for $who: $found', async ({ as, found }) => {
    const { stores, services } = await openApp('/Contact', {
      answers: { 'GET /wallet': () => problem(401, 'session_ended') },
    });
    const began = { accessToken: stores.tab.getItem('perch.accessToken'), at: stores.tab.getItem('perch.expiresAt') };
    await screen.findByRole('combobox', { name: 'Topic' });
    await userEvent.type(text(), 'Who was that?');
    await act(async () => void (await services.api.GET('/wallet')));
    expect(await screen.findByRole('textbox', { name: 'Username' })).toBeDefined();
    cleanup();
    stores.tab.setItem('perch.accessToken', began.accessToken ?? '');
    stores.tab.setItem('perch.expiresAt', began.at ?? '');
    await openApp('/Contact', {
      stores,
      answers: { 'GET /account/userInfo': () => json({ ...member, username: as }) },
    });
    await screen.findByRole('combobox', { name: 'Topic' });
    expect(text().value).toBe(found);
    expect((stores.tab.getItem('perch.flows') ?? '').includes('Who was that?')).toBe(found !== '');
  });

  it('does not bring back what was removed', async () => {
    const { stores } = await openApp('/Contact');
    await screen.findByRole('combobox', { name: 'Topic' });
    await userEvent.type(text(), 'My password is');
    await userEvent.clear(text());
    expect(stores.tab.getItem('perch.flows') ?? '').not.toContain('contact-draft');
    await userEvent.type(text(), 'Where is it?');
    cleanup();
    await openApp('/Contact', { stores });
    await screen.findByRole('combobox', { name: 'Topic' });
    expect(text().value).toBe('Where is it?');
    await userEvent.clear(text());
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Topic' }), 'security');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Topic' }), 'Choose topic');
    cleanup();
    const { services } = await openApp('/Contact', { stores });
    await screen.findByRole('combobox', { name: 'Topic' });
    expect(text().value).toBe('');
    expect(services.checkpoints.load('contact-draft')).toBeNull();
  });

  it('tells what has arrived although its number is no longer known, and begins again', async () => {
    await openApp('/Contact', {
      answers: {
        'POST /inquiries': () => problem(409, 'request_running'),
        'GET /requests/id-00000001': () => json({ state: 'done', answer: null }),
      },
    });
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Topic' }), 'security');
    await userEvent.type(text(), 'Who was that?');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await screen.findByText(/^We’ve received your message/);
    expect(text().value).toBe('');
  });

  it('is beside their own inquiries and the announcement on identity', async () => {
    await openApp('/Contact', {
      answers: {
        'GET /contents/identity': () => json({ ...(example('GET', '/contents/{slug}') as object), title: 'Identity' }),
      },
    });
    expect((await screen.findByRole('link', { name: /Withdrawal.*Q-7K2M-9QXD.*Answered/ })).getAttribute('href')).toBe(
      `/Contact?ticket=${ticket}`,
    );
    expect(await screen.findByRole('region', { name: 'Identity' })).toBeDefined();
  });
});

describe('an inquiry', () => {
  const open = (answers = {}) =>
    openApp(`/contact?ticket=${ticket.toLowerCase()}`, {
      answers: { [`GET /inquiries/${ticket}`]: () => json(inquiry), ...answers },
    });

  it('shows what both sides wrote as plain text, and its receipt', async () => {
    await open({
      [`GET /inquiries/${ticket}`]: () =>
        json({
          ...inquiry,
          messages: [
            ...inquiry.messages,
            { from: 'support', at: '2026-11-21T06:00:00Z', text: '<b>Done</b>\n[x](javascript:alert(1))' },
          ],
        }),
    });
    const messages = within(await screen.findByRole('list', { name: 'Messages' })).getAllByRole('listitem');
    expect(messages.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^You.*When will it be paid out\?$/),
      expect.stringMatching(/^Support.*Tomorrow\.$/),
      expect.stringContaining('<b>Done</b>\n[x](javascript:alert(1))'),
    ]);
    expect(screen.getByRole('link', { name: 'W-7K2M-9QXD' }).getAttribute('href')).toMatch(/^\/Receipt\//);
  });

  it('sends a reply under a key, keeps it while it fails, and shows it then', async () => {
    let tries = 0;
    const reply = { from: 'member', at: '2026-11-21T06:00:00Z', text: 'Thank you' };
    const { sent } = await open({
      [`POST /inquiries/${ticket}/messages`]: () =>
        (tries += 1) === 1
          ? Promise.reject(new TypeError('no network'))
          : json({ ...inquiry, status: 'open', messages: [...inquiry.messages, reply] }),
    });
    await screen.findByRole('list', { name: 'Messages' });
    await userEvent.type(text(), 'Thank you');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Can’t reach the server')).toBeDefined();
    expect(text().value).toBe('Thank you');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() =>
      expect(within(screen.getByRole('list', { name: 'Messages' })).getAllByRole('listitem')).toHaveLength(3),
    );
    expect(text().value).toBe('');
    expect(await screen.findByText('Message added.')).toBeDefined();
    const keys = sent.filter(({ call }) => call.endsWith('/messages')).map(({ key }) => key);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('does not bring back a reply that was removed', async () => {
    const { stores } = await open();
    await screen.findByRole('list', { name: 'Messages' });
    await userEvent.type(text(), 'Thank you');
    await userEvent.clear(text());
    cleanup();
    const { services } = await openApp(`/contact?ticket=${ticket}`, {
      answers: { [`GET /inquiries/${ticket}`]: () => json(inquiry) },
      stores,
    });
    await screen.findByRole('list', { name: 'Messages' });
    expect(text().value).toBe('');
    expect(services.checkpoints.load(`contact-reply ${ticket}`)).toBeNull();
  });

  it('that support closes while a reply is being written leaves the text, for a new inquiry', async () => {
    let status = 'open';
    let passed = 0;
    await openApp(`/Contact?ticket=${ticket}`, {
      answers: { [`GET /inquiries/${ticket}`]: () => json({ ...inquiry, status }) },
      now: () => NOW + passed,
    });
    await userEvent.type(await screen.findByRole('textbox', { name: 'Your message' }), 'One more thing');
    status = 'closed';
    passed = 60_000;
    await act(async () => void window.dispatchEvent(new Event('focus')));
    const panel = within(await screen.findByRole('region', { name: 'Your unsent message' }));
    expect(panel.getByText('One more thing')).toBeDefined();
    await userEvent.click(panel.getByRole('button', { name: 'Use in new inquiry' }));
    await screen.findByRole('heading', { level: 1, name: 'Contact' });
    expect(text().value).toBe('One more thing');
  });

  it.each([
    ['a new inquiry that is being written', 'deposit', 'Where is it?', 'Where is it?\n\nOne more thing'],
    ['a new inquiry without a text', 'deposit', '', 'One more thing'],
  ])('that was closed adds the unsent text to %s', async (_, category, begun, whole) => {
    await openApp(`/Contact?ticket=${ticket}`, {
      answers: { [`GET /inquiries/${ticket}`]: () => json({ ...inquiry, status: 'closed' }) },
      meanwhile: ({ checkpoints }) => {
        checkpoints.save('contact-draft', { about: '', entries: { category, text: begun, receipt: '' } }, username);
        checkpoints.save(`contact-reply ${ticket}`, { about: '', entries: { text: 'One more thing' } }, username);
        return Promise.resolve();
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Use in new inquiry' }));
    await screen.findByRole('heading', { level: 1, name: 'Contact' });
    expect(text().value).toBe(whole);
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Topic' }).value).toBe(category);
  });

  it('that was closed calls no message unsent that arrived although its answer was lost', async () => {
    const messages = [...inquiry.messages, { from: 'member', at: '2026-11-21T03:00:00Z', text: 'One more thing' }];
    await openApp(`/Contact?ticket=${ticket}`, {
      answers: { [`GET /inquiries/${ticket}`]: () => json({ ...inquiry, messages, status: 'closed' }) },
      meanwhile: ({ checkpoints }) =>
        Promise.resolve(
          checkpoints.save(`contact-reply ${ticket}`, { about: '', entries: { text: 'One more thing ' } }, username),
        ),
    });
    await screen.findByText(/This inquiry is closed/);
    expect(screen.queryByRole('region', { name: 'Your unsent message' })).toBeNull();
  });

  it('is closed after a confirmation, and takes no reply then', async () => {
    teachDialogs();
    await open({ [`POST /inquiries/${ticket}/close`]: () => json({ ...inquiry, status: 'closed' }) });
    await userEvent.click(await screen.findByRole('button', { name: 'Close inquiry' }));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close inquiry' }));
    expect(await screen.findByText(/This inquiry is closed. You can still read it/)).toBeDefined();
    expect(await screen.findByText('Inquiry closed.')).toBeDefined();
    expect(screen.queryByRole('textbox', { name: 'Your message' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Close inquiry' })).toBeNull();
  });

  it('that does not exist, or whose number is malformed, is reported', async () => {
    await open({ [`GET /inquiries/${ticket}`]: () => problem(404, 'not_found') });
    expect(await screen.findByText('This page or information can’t be found')).toBeDefined();
    cleanup();
    const { sent } = await openApp('/Contact?ticket=mine');
    expect(await screen.findByText('This page or information can’t be found')).toBeDefined();
    expect(sent.map(({ call }) => call)).not.toContain('GET /inquiries/mine');
  });
});
