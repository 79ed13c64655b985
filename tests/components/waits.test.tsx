// What a refusal with a wait shows: the time that is left, second by second, and ways forward.
import { act, cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { plainCode } from '#src/ui/code-field.tsx';
import { example, json, NOW, openApp, problem, type Answers } from './support/open-app.tsx';
import { saying } from './support/saying.ts';

beforeEach(() => void vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const user = userEvent.setup({ delay: null });
const now = () => Date.now();
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Signs in with any password; the server gives this response. */
async function signIn(answer: () => Response): Promise<void> {
  await openApp('/Signin', { signedIn: false, now, answers: { 'POST /token': answer } });
  await user.type(await screen.findByLabelText('Username'), 'demo');
  await user.type(screen.getByLabelText('Password'), 'whatever it is');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

describe('a refusal that lasts', () => {
  it('counts down what is left, and says when it is over', async () => {
    await signIn(() => problem(429, 'too_many_requests', { retryAfterSeconds: 95 }));
    const timer = await screen.findByRole('timer');
    expect(timer.textContent).toMatch(/^Try again in 9[45] seconds\.$/);
    // The alert is read out once, and not every second.
    expect(timer.getAttribute('aria-live')).toBe('off');
    await pass(60_000);
    expect(timer.textContent).toMatch(/^Try again in 3[345] seconds\.$/);
    await pass(40_000);
    expect(timer.textContent).toBe('You can try again now.');
  });

  it('names a long wait as minutes and seconds, and the time of day', async () => {
    await signIn(() =>
      problem(429, 'too_many_requests', { retryAfterSeconds: 3_120, until: new Date(NOW + 3_120_000).toISOString() }),
    );
    const timer = await screen.findByRole('timer');
    expect(timer.textContent).toMatch(/^You can try again in 5[12]:\d\d, at \d\d:\d\d:\d\d\.$/);
    expect(screen.getByRole('alert').textContent).not.toContain('a moment');
  });
});

describe('a sign-in that failed', () => {
  it('shows the path for a frozen account, but not before', async () => {
    await signIn(() => problem(401, 'invalid_login'));
    await screen.findByText('Invalid login');
    expect(screen.getByRole('link', { name: 'Unfreeze it' }).getAttribute('href')).toBe('/Frozen');
    cleanup();
    await openApp('/Signin', { signedIn: false, now });
    await screen.findByLabelText('Username');
    expect(screen.queryByRole('link', { name: 'Unfreeze it' })).toBeNull();
  });
});

describe('money on hold', () => {
  const until = new Date(NOW + 20 * 3_600_000).toISOString();
  const heldOptions = (path: string): Answers => ({
    [`GET ${path}`]: () => json({ ...(example('GET', path) as object), heldUntil: until }),
  });

  it.each([
    ['/Transfer', '/transfers/options'],
    ['/Withdraw', '/withdrawals/options'],
    ['/Package', '/purchases/options'],
  ])('%s says so before anything is typed, until when, and where to look', async (address, options) => {
    await openApp(address, { now, answers: heldOptions(options) });
    const heading = await screen.findByRole('heading', { level: 1, name: 'Your money is on hold' });
    const page = within(heading.closest('main') ?? document.body);
    expect(page.getByText(saying(/^On hold until 2026-11-2\d \d\d:00:00 \(in 20 hours\)$/))).toBeTruthy();
    expect(page.getByRole('link', { name: 'Open security' }).getAttribute('href')).toBe('/Security');
  });

  it('shows no past end if the server is not sure of the time', async () => {
    const over = new Date(NOW - 60_000).toISOString();
    await openApp('/Transfer', {
      now,
      answers: {
        'GET /transfers/options': () => json({ ...(example('GET', '/transfers/options') as object), heldUntil: over }),
      },
    });
    expect(
      await screen.findByText('On hold a little longer: we’re making sure that the 24 hours have passed'),
    ).toBeTruthy();
    expect(screen.queryByText(/On hold until/)).toBeNull();
  });

  it('is listed on the dashboard', async () => {
    const member = example('GET', '/account/userInfo') as object;
    await openApp('/', { now, answers: { 'GET /account/userInfo': () => json({ ...member, moneyHeldUntil: until }) } });
    const need = (await screen.findByText(saying(/^Your money is on hold until 2026-11-2\d \d\d:00:00$/))).closest(
      'li',
    );
    expect(need?.querySelector('a')?.getAttribute('href')).toBe('/Account');
  });

  it('is listed even if its end is over by this clock, as long as the server holds it', async () => {
    const member = example('GET', '/account/userInfo') as object;
    await openApp('/', {
      now,
      answers: {
        'GET /account/userInfo': () => json({ ...member, moneyHeldUntil: new Date(NOW - 60_000).toISOString() }),
      },
    });
    const need = (await screen.findByText('Your money is on hold')).closest('li');
    expect(need?.textContent).toContain('On hold a little longer: we’re making sure that the 24 hours have passed');
    expect(need?.querySelector('a')?.getAttribute('href')).toBe('/Account');
  });

  it('is no longer mentioned once its end has passed since it was read, if the server is unreachable', async () => {
    const member = example('GET', '/account/userInfo') as object;
    const answers: Answers = {
      'GET /account/userInfo': () => json({ ...member, moneyHeldUntil: new Date(NOW + 3_000).toISOString() }),
    };
    await openApp('/', { now, answers });
    await screen.findByText(saying(/^Your money is on hold until /));
    answers['GET /account/userInfo'] = () => {
      throw new TypeError('away');
    };
    await user.click(within(screen.getByRole('complementary')).getByRole('link', { name: 'Wallet' }));
    await screen.findByRole('heading', { level: 1, name: 'My wallet' });
    await pass(5_000);
    await user.click(within(screen.getByRole('complementary')).getByRole('link', { name: 'Home' }));
    await screen.findByText('Two-factor authentication is off');
    expect(screen.queryByText(/on hold/)).toBeNull();
  });

  it('and a second factor are shown on the dashboard as they are now, not as they were at the sign-in', async () => {
    const member = {
      ...(example('GET', '/account/userInfo') as object),
      moneyHeldUntil: null,
      twoFactorEnabled: false,
    };
    const answers: Answers = { 'GET /account/userInfo': () => json(member) };
    const { services } = await openApp('/Authentication', { now, answers });
    await screen.findByRole('heading', { level: 1 });
    expect(services.session.userInfo()?.twoFactorEnabled).toBe(false);
    answers['GET /account/userInfo'] = () => json({ ...member, moneyHeldUntil: until, twoFactorEnabled: true });
    await pass(5_000);
    await user.click(within(screen.getByRole('complementary')).getByRole('link', { name: 'Home' }));
    await screen.findByText(saying(/^Your money is on hold until 2026-11-2\d \d\d:00:00$/));
    expect(screen.queryByText('Two-factor authentication is off')).toBeNull();
  });

  it.each([true, false])(
    'a second factor that is bound (%s) is known to every page once its page was read',
    async (enabled) => {
      const member = { ...(example('GET', '/account/userInfo') as object), twoFactorEnabled: !enabled };
      const answers = {
        'GET /account/userInfo': () => json(member),
        'GET /account/twoFactorInfo': () => json({ ...(example('GET', '/account/twoFactorInfo') as object), enabled }),
      };
      const { services } = await openApp('/Authentication', { now, answers });
      await vi.waitFor(() => expect(services.session.userInfo()?.twoFactorEnabled).toBe(enabled));
    },
  );

  const factor = {
    enabled: true,
    enabledAt: '2026-11-20T10:00:00Z',
    recoveryCodesLeft: 10,
    emailVerified: true,
    binding: null,
  };

  it('makes an app that was bound meanwhile provisional, which its page shows with the end', async () => {
    await openApp('/Authentication', {
      now,
      answers: { 'GET /account/twoFactorInfo': () => json({ ...factor, provisionalUntil: until }) },
    });
    const notice = (
      await screen.findByText(saying(/^Until 2026-11-2\d \d\d:00:00 \(in 20 hours\), a password reset turns it off$/))
    ).closest('[role="status"]');
    expect(notice?.textContent).toContain('You don’t need to do anything');
  });

  it('leaves an app that is settled alone', async () => {
    await openApp('/Authentication', {
      now,
      answers: { 'GET /account/twoFactorInfo': () => json({ ...factor, provisionalUntil: null }) },
    });
    await screen.findByText('Recovery codes left');
    expect(screen.queryByText(/a password reset turns it off/)).toBeNull();
  });

  it('shows no past end of a provisional app if the server is not sure of the time', async () => {
    await openApp('/Authentication', {
      now,
      answers: {
        'GET /account/twoFactorInfo': () => json({ ...factor, provisionalUntil: new Date(NOW - 60_000).toISOString() }),
      },
    });
    expect(
      await screen.findByText('For a little longer, a password reset turns it off (checking the time)'),
    ).toBeTruthy();
  });

  it('is announced before a recovery code is used', async () => {
    await signIn(() =>
      json({
        result: 'secondFactor',
        challenge: 'ch_1',
        methods: ['totp', 'recoveryCode'],
        triesLeft: 5,
        expiresIn: 300,
      }),
    );
    expect(screen.queryByText(/plan purchases are on hold for 24 hours/)).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Use recovery code' }));
    expect(
      await screen.findByText(
        'After you use a recovery code, new withdrawals, transfers and plan purchases are on hold for 24 hours.',
      ),
    ).toBeTruthy();
  });
});

it('a code that was typed in full width is sent as ASCII', () => {
  expect(plainCode(' ７ＫＱ２－Ｍ９ＸＡ ')).toBe('7KQ2-M9XA');
  expect(plainCode('１２３４５６')).toBe('123456');
});
