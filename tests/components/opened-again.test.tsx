import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MS_PER_SECOND } from '#machines/chart/durations.ts';
import { example, json, NOW, openApp, problem, type Answers, type OpenedApp } from './support/open-app.tsx';
import { streams } from './support/streams.ts';

/**
 * A page that is opened again begins with what it would show if it had stayed open, and reads it again. What the member
 * did or was told since is never hidden behind an earlier figure.
 */

const user = userEvent.setup({ delay: null });
const wallet = example('GET', '/wallet') as object;
const { totals } = example('GET', '/stakes') as { totals: object };
const totalOf = (totalUsd: string) => () => json({ ...wallet, totalUsd });

let passed = 0;
const now = () => NOW + passed;

beforeAll(async () => {
  await Promise.all([
    import('#src/pages/wallet/wallet.page.tsx'),
    import('#src/pages/staking/staking.page.tsx'),
    import('#src/pages/news/news-list.page.tsx'),
    import('#src/frames/member-frame.tsx'),
    import('#src/reads/follow-member.ts'),
  ]);
});
afterEach(() => {
  cleanup();
  passed = 0;
});

const goTo = async (name: string | RegExp) => {
  const [link] = within(screen.getAllByRole('navigation', { name: 'Main navigation' })[0] as HTMLElement).getAllByRole(
    'link',
    { name },
  );
  await user.click(link as HTMLElement);
};

/** Opens the wallet, whose stream has begun, and leaves it for the stakes. */
async function leaveWallet(rest: Answers = {}) {
  const stream = streams();
  const answers: Answers = { 'GET /wallet': totalOf('100'), 'GET /events': stream.answer, ...rest };
  const app = await openApp('/wallet', { answers, now });
  await screen.findByText('100.00 USD');
  await waitFor(() => expect(stream.asked).toHaveLength(1));
  passed += 1;
  await goTo('Staking');
  await screen.findByRole('heading', { level: 1, name: 'Staking' });
  return { app, answers, stream };
}

/** Opens the wallet again, whose next answer doesn't come before the test says so. */
async function openAgain(answers: Answers) {
  let give: (response: Response) => void = () => undefined;
  answers['GET /wallet'] = () => new Promise<Response>((resolve) => void (give = resolve));
  await goTo('Wallet');
  await screen.findByRole('heading', { level: 1, name: 'My wallet' });
  return { give: (response: Response) => act(async () => give(response)) };
}

/** Does something that may have changed what was read. */
const actIn = ({ services }: OpenedApp) =>
  services.api.POST('/notices/{id}/read', {
    params: { path: { id: '1' }, header: { 'Idempotency-Key': 'key' } },
    body: { older: false },
  });

describe('a page that is opened again', () => {
  it('shows at once what it showed, and then what is new', async () => {
    const { answers } = await leaveWallet();
    const { give } = await openAgain(answers);
    expect(screen.getByText('100.00 USD')).toBeDefined();
    await give(totalOf('250.5')());
    await screen.findByText('250.50 USD');
    expect(screen.queryByText('100.00 USD')).toBeNull();
  });

  it('says how old it is if it can’t be read again', async () => {
    const { answers } = await leaveWallet();
    const { give } = await openAgain(answers);
    await give(problem(500, 'internal'));
    await screen.findByText('This page isn’t up to date.');
    expect(screen.getByText('100.00 USD')).toBeDefined();
  });

  it('does the same with the first page of a list', async () => {
    const answers: Answers = { 'GET /stakes': () => json(example('GET', '/stakes')) };
    const left = await leaveWallet(answers);
    await screen.findByText('1 stake');
    await goTo('Wallet');
    await screen.findByText('100.00 USD');
    left.answers['GET /stakes'] = () => new Promise<Response>(() => undefined);
    await goTo('Staking');
    await screen.findByRole('heading', { level: 1, name: 'Staking' });
    expect(screen.getByText('1 stake')).toBeDefined();
  });

  it.each([
    ['29 seconds later', 29, false, true],
    ['30 seconds later', 30, false, false],
    ['four minutes later, covered by the stream', 240, true, true],
    ['five minutes later, covered by the stream', 300, true, false],
  ])('%s', async (_, seconds, isCovered, isShown) => {
    const { answers, stream } = await leaveWallet();
    if (isCovered) {
      await stream.tell('1');
      passed += 1;
      await goTo('Wallet');
      await screen.findByText('100.00 USD');
      await goTo('Staking');
      await screen.findByRole('heading', { level: 1, name: 'Staking' });
    }
    passed += seconds * MS_PER_SECOND - (isCovered ? 0 : 1);
    await openAgain(answers);
    expect(screen.queryByText('100.00 USD') !== null).toBe(isShown);
  });

  it('begins from nothing if a change was told since', async () => {
    const { answers, stream } = await leaveWallet();
    await stream.tell('1', 'balances');
    passed += 1;
    await openAgain(answers);
    expect(screen.queryByText('100.00 USD')).toBeNull();
  });

  it('begins from nothing after an act, also if the clock was set back before it', async () => {
    const { app, answers } = await leaveWallet({ 'POST /notices/1/read': () => json({ unread: 0 }) });
    passed -= 60 * MS_PER_SECOND;
    await actIn(app);
    await openAgain(answers);
    expect(screen.queryByText('100.00 USD')).toBeNull();
  });

  it('begins from nothing if it was read during an act', async () => {
    let answer: (response: Response) => void = () => undefined;
    const { app, answers } = await leaveWallet({
      'POST /notices/1/read': () => new Promise<Response>((resolve) => void (answer = resolve)),
    });
    const acted = actIn(app);
    await waitFor(() => expect(app.sent.map(({ call }) => call)).toContain('POST /notices/1/read'));
    answers['GET /wallet'] = totalOf('250.5');
    await goTo('Wallet');
    await screen.findByText('250.50 USD');
    await goTo('Staking');
    await screen.findByRole('heading', { level: 1, name: 'Staking' });
    answer(json({ unread: 0 }));
    await act(async () => void (await acted));
    const { give } = await openAgain(answers);
    expect(screen.queryByText('250.50 USD')).toBeNull();
    await give(totalOf('70')());
    await screen.findByText('70.00 USD');
  });

  it('says why it is refused, if it is, in place of what it showed', async () => {
    const { answers } = await leaveWallet();
    const { give } = await openAgain(answers);
    await give(problem(403, 'insufficient_permission'));
    await waitFor(() => expect(screen.queryByText('100.00 USD')).toBeNull());
    expect((await screen.findAllByRole('alert')).length).toBeGreaterThan(0);
  });

  it('reads again once more if a change is told before its first answer', async () => {
    const stream = streams();
    const nothing = () => undefined;
    let give: (response: Response) => void = nothing;
    const answers: Answers = {
      'GET /wallet': () => new Promise<Response>((resolve) => void (give = resolve)),
      'GET /events': stream.answer,
    };
    await openApp('/wallet', { answers, now });
    await waitFor(() => expect(stream.asked).toHaveLength(1));
    // The frame may be there before the page, and what is told before a page asks is in its answer.
    await waitFor(() => expect(give).not.toBe(nothing));
    await stream.tell('1', 'balances');
    await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
    answers['GET /wallet'] = totalOf('250.5');
    await act(async () => give(totalOf('100')()));
    await screen.findByText('250.50 USD');
  });

  it('reads no further page of a list before its first one is there', async () => {
    const list = example('GET', '/stakes') as object;
    const cursors: (string | null)[] = [];
    const first = (count: number) => json({ ...list, totals: { ...totals, count }, nextCursor: 'next' });
    const left = await leaveWallet({ 'GET /stakes': () => first(1) });
    await screen.findByRole('button', { name: 'Show more' });
    await goTo('Wallet');
    await screen.findByText('100.00 USD');
    let give: (response: Response) => void = () => undefined;
    left.answers['GET /stakes'] = (request: Request) => {
      const cursor = new URL(request.url).searchParams.get('cursor');
      cursors.push(cursor);
      return cursor === null ? new Promise<Response>((resolve) => void (give = resolve)) : first(1);
    };
    await goTo('Staking');
    await user.click(await screen.findByRole('button', { name: /Loading|Show more/ }));
    expect(cursors).toEqual([null]);
    await act(async () => give(first(1)));
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    expect(cursors).toEqual([null, 'next']);
  });

  it('shows news in the language that was chosen since', async () => {
    const titleIn = (request: Request) =>
      new URL(request.url).searchParams.get('culture') === 'ja-JP' ? 'お知らせの題名' : 'A title of news';
    const news = example('GET', '/news') as { items: [object] };
    const answer = (request: Request) => json({ ...news, items: [{ ...news.items[0], title: titleIn(request) }] });
    const { answers } = await leaveWallet({ 'GET /news': answer });
    await goTo(/News/);
    await screen.findByText('A title of news');
    answers['GET /news'] = () => new Promise<Response>(() => undefined);
    const [language] = document.querySelectorAll<HTMLSelectElement>('select:has(> option[value="ja-JP"])');
    fireEvent.change(language as HTMLSelectElement, { target: { value: 'ja-JP' } });
    await screen.findAllByText('お知らせ');
    expect(screen.queryByText('A title of news')).toBeNull();
  });

  it('begins from nothing after an act, though its answer was lost', async () => {
    const { app, answers } = await leaveWallet({
      'POST /notices/1/read': () => Promise.reject(new TypeError('no network')),
    });
    await actIn(app).catch(() => undefined);
    passed += 1;
    await openAgain(answers);
    expect(screen.queryByText('100.00 USD')).toBeNull();
  });
});
