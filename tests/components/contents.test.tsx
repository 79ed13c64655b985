import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { example, json, openApp, problem } from './support/open-app.tsx';
import { saying } from './support/saying.ts';

/** News, questions and the texts of the club. */

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const words = (text: string) => [{ type: 'paragraph', content: [{ type: 'text', text }] }];
const heading = (level: 2 | 3, id: string, text: string) => ({
  type: 'heading',
  level,
  id,
  content: [{ type: 'text', text }],
});
const faq = {
  slug: 'faq',
  version: 1,
  effectiveFrom: '2026-11-21T04:00:00Z',
  title: 'FAQ',
  body: [
    heading(2, 'money', 'Money'),
    heading(3, 'fee', 'What does it cost?'),
    ...words('Ten percent.'),
    heading(3, 'time', 'How long?'),
    ...words('Ten days.'),
    heading(2, 'help', 'Help'),
    heading(3, 'who', 'Whom do I ask?'),
    ...words('The support.'),
  ],
};
const notice = {
  ...(example('GET', '/news/{id}') as object),
  body: [
    ...words('It is new.'),
    { type: 'paragraph', content: [{ type: 'link', to: '/Faq', content: [{ type: 'text', text: 'FAQ' }] }] },
  ],
};
const page = (unread: number) => json({ ...(example('GET', '/news') as object), unread });
const navigation = () => within(screen.getAllByRole('navigation', { name: 'Main navigation' })[0] as HTMLElement);

describe('the news', () => {
  it('are listed with what is unread, and counted in the navigation', async () => {
    await openApp('/newslist', { answers: { 'GET /news': () => page(3) } });
    const list = within(await screen.findByRole('region', { name: 'Notices' }));
    expect((await list.findByRole('link', { name: /Welcome to Perch.*Pinned.*Unread/ })).getAttribute('href')).toBe(
      '/News/1',
    );
    expect(navigation().getByRole('link', { name: /^News ?3 unread$/ })).toBeDefined();
  });

  it('without an id is the list', async () => {
    await openApp('/news');
    expect(await screen.findByRole('heading', { level: 1, name: 'News' })).toBeDefined();
  });

  it('are marked as read once they are shown, under a key, and counted again', async () => {
    const { sent } = await openApp('/News/1', {
      answers: {
        'GET /news': () => page(1),
        'GET /news/1': () => json(notice),
        'POST /news/1/read': () => json({ unread: 0 }),
      },
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome to Perch' })).toBeDefined();
    expect(within(screen.getByRole('article')).getByRole('link', { name: 'FAQ' }).getAttribute('href')).toBe('/Faq');
    await waitFor(() => expect(navigation().queryByText('1 unread')).toBeNull());
    expect(sent.filter(({ call }) => call === 'POST /news/1/read').map(({ key }) => key !== null)).toEqual([true]);
  });

  it('that were read are not marked again', async () => {
    const { sent } = await openApp('/News/1', { answers: { 'GET /news/1': () => json({ ...notice, read: true }) } });
    await screen.findByText('It is new.');
    expect(sent.map(({ call }) => call)).not.toContain('POST /news/1/read');
  });

  it('that do not exist are reported, with a way forward', async () => {
    await openApp('/News/7', { answers: { 'GET /news/7': () => problem(404, 'not_found') } });
    expect(await screen.findByText('This page or information can’t be found')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe(
      '/Contact?reference=req-7d1f',
    );
    expect(screen.getByRole('link', { name: 'All news' })).toBeDefined();
    cleanup();
    const { sent } = await openApp('/News/latest');
    expect(await screen.findByText('This page or information can’t be found')).toBeDefined();
    expect(sent.map(({ call }) => call)).not.toContain('GET /news/latest');
  });
});

describe('the questions', () => {
  const open = (address: string) => openApp(address, { answers: { 'GET /contents/faq': () => json(faq) } });
  const details = (name: string) => screen.getByText(name).closest('details');

  it('are searched in questions and answers, whatever the letter case and width', async () => {
    await open('/Faq');
    expect(await screen.findByText('3 questions')).toBeDefined();
    const field = screen.getByRole('searchbox', { name: 'Search questions' });
    await userEvent.type(field, 'ＴＥＮ percent');
    expect(screen.getByText('1 question')).toBeDefined();
    expect(screen.queryByText('How long?')).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Help' })).toBeNull();
    await userEvent.type(field, ' elephants');
    expect(screen.getByText(/No matching question/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe('/Contact');
  });

  it('keep what is searched for when the language changes', async () => {
    const { stores } = await open('/Faq');
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search questions' }), 'ten percent');
    stores.local.setItem('perch.language', 'ja-JP');
    await act(async () => void window.dispatchEvent(new StorageEvent('storage')));
    expect((await screen.findByRole<HTMLInputElement>('searchbox', { name: '質問を検索' })).value).toBe('ten percent');
  });

  it('have URLs of their own, which open them', async () => {
    const scrolled = vi.fn();
    Element.prototype.scrollIntoView = scrolled;
    await open('/Faq#time');
    await screen.findByText('3 questions');
    expect(details('How long?')?.open).toBe(true);
    expect(details('What does it cost?')?.open).toBe(false);
    expect(scrolled).toHaveBeenCalled();
    expect(document.activeElement?.matches('#time > summary')).toBe(true);
  });

  it('that cannot be loaded can be retried', async () => {
    let calls = 0;
    await openApp('/Faq', {
      answers: { 'GET /contents/faq': () => ((calls += 1) === 1 ? problem(500, 'internal') : json(faq)) },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('3 questions')).toBeDefined();
  });

  it('are for members', async () => {
    await openApp('/Faq', { signedIn: false });
    expect(await screen.findByRole('heading', { name: /sign in/i, level: 1 })).toBeDefined();
  });
});

describe('the texts of the club', () => {
  it('continue at the section that a link leads to, for the keyboard and screen readers', async () => {
    Element.prototype.scrollIntoView = vi.fn();
    const text = { ...(example('GET', '/contents/{slug}') as object), slug: 'terms' };
    await openApp('/terms', { signedIn: false, answers: { 'GET /contents/terms': () => json(text) } });
    await userEvent.click(await screen.findByRole('link', { name: 'Membership' }));
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name: 'Membership' }));
  });

  it.each([
    ['/terms', 'terms', 'Terms of use'],
    ['/Privacy', 'privacy', 'Privacy policy'],
    ['/Risk', 'risk', 'Risk disclosure'],
  ])('%s is read without signing in, with version, sections and the other texts', async (address, slug, title) => {
    const text = { ...(example('GET', '/contents/{slug}') as object), slug, title };
    const { sent } = await openApp(address, {
      signedIn: false,
      answers: { [`GET /contents/${slug}`]: () => json(text) },
    });
    expect(await screen.findByText(saying(/^Version 1, effective 2026-11-2\d/))).toBeDefined();
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeDefined();
    expect(
      within(screen.getByRole('navigation', { name: 'On this page' })).getByRole('link', { name: 'Membership' }),
    ).toBeDefined();
    expect(within(screen.getByRole('navigation', { name: 'Related' })).getAllByRole('link')).toHaveLength(2);
    expect(sent.map(({ call }) => call)).toEqual([`GET /contents/${slug}`]);
  });

  it('are in the members’ frame for members', async () => {
    await openApp('/Terms', { answers: { 'GET /contents/terms': () => json(example('GET', '/contents/{slug}')) } });
    expect(await screen.findByText(/Version 1/)).toBeDefined();
    expect(navigation().getByRole('link', { name: 'Contact' })).toBeDefined();
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', '/\\evil.example', 'http://evil.example'])(
    'make no link of %s, whatever the server says',
    async (to) => {
      const body = [
        {
          type: 'paragraph',
          content: [
            { type: 'link', to, content: [{ type: 'text', text: 'Press here' }] },
            { type: 'text', text: '<b>bold</b>' },
          ],
        },
      ];
      await openApp('/Terms', {
        signedIn: false,
        answers: { 'GET /contents/terms': () => json({ ...(example('GET', '/contents/{slug}') as object), body }) },
      });
      expect((await screen.findByText('Press here')).closest('a')).toBeNull();
      expect(screen.getByText(/<b>bold<\/b>/)).toBeDefined();
    },
  );
});
