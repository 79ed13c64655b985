import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Formik } from 'formik';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { places, sampleSeat } from '#machines/sign-up/sign-up.starts.ts';
import { createApi } from '#src/api/client.ts';
import { PlaceTree } from '#src/flows/sign-up/screens/place-tree.tsx';
import { DetailsScreen } from '#src/flows/sign-up/screens/details.tsx';
import type { ScreenProps } from '#src/flows/sign-up/screens/screen-props.ts';
import { UsernameField } from '#src/flows/sign-up/screens/username-field.tsx';
import { createCheckpoints } from '#src/services/checkpoints.ts';
import { ServicesContext, type Services } from '#src/services/services.ts';
import { example, json, openApp as opensApp, problem, type Answers } from './support/open-app.tsx';
import { renderWithTexts } from './support/with-texts.tsx';

/** Signing up as a newcomer does, in the whole app, with a server that gives the description's examples (F-03). */

const LINK = '/Signup?introducer=K7Q2M9XA&position=left';
const PASSWORD = 'harbour violin sevenfold';
/** The terms of use as the review reads them. */
const termsOf = (version: number): Answers => ({
  'GET /contents/terms': () => json({ ...(example('GET', '/contents/{slug}') as object), version }),
});
const openApp: typeof opensApp = (address, { answers = {}, ...rest } = {}) =>
  opensApp(address, { answers: { ...termsOf(1), ...answers }, ...rest });
const user = userEvent.setup({ delay: null });

beforeAll(async () => {
  await Promise.all([
    import('#src/flows/sign-up/sign-up.route.tsx'),
    import('#src/flows/sign-in/sign-in.route.tsx'),
    import('#src/pages/dashboard/dashboard.page.tsx'),
    import('#src/frames/member-frame.tsx'),
  ]);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
const at = (name: string) => screen.findByRole('heading', { level: 1, name });

async function comesToReview() {
  await press('Continue');
  await press('Take this place');
  await user.type(await field('Email'), 'nori@perch.example');
  await press('Send code');
  await user.type(await field('6-digit code'), '492039');
  await press('Confirm');
  await user.type(await field('Username'), 'nori');
  await user.type(await field('Name'), 'Nori Tanaka');
  await press('Continue');
  await at('Check and finish');
}

async function registers() {
  await user.type(await field('Password'), PASSWORD);
  await user.click(screen.getByRole('checkbox'));
  await press('Create account');
}

describe('a newcomer', () => {
  it('goes from a referral link to signing in, and nothing secret is stored on the way', async () => {
    const { sent, stored } = await openApp(LINK, { signedIn: false });
    expect((await field('Referrer’s code or username')).value).toBe('K7Q2M9XA');
    expect((await field('Left')).checked).toBe(true);
    await comesToReview();
    await registers();
    await at('Welcome to Perch');
    expect(screen.getByText('P-000243')).toBeDefined();
    for (const secret of ['492039', PASSWORD, 'evp_']) expect(stored()).not.toContain(secret);
    await press('Sign in');
    await at('Sign in');
    expect((await field('Username')).value).toBe('nori');
    expect(stored()).not.toContain('sign-up');
    const keys = sent.flatMap(({ key }) => (key === null ? [] : [key]));
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toHaveLength(3);
  });

  it('who agreed to terms that an operator has replaced meanwhile sees the new version and agrees again', async () => {
    let inForce = 1;
    const refusal = {
      errors: { termsVersion: ['The terms have changed meanwhile. Read them and agree to them again.'] },
    };
    const { sent } = await openApp(LINK, {
      signedIn: false,
      answers: {
        'GET /contents/terms': () =>
          termsOf(inForce)['GET /contents/terms']?.(new Request('http://localhost')) ?? json({}),
        'POST /account/registerInSeat': async (request) => {
          const { termsVersion } = (await request.clone().json()) as { termsVersion: number };
          return termsVersion === inForce
            ? json(example('POST', '/account/registerInSeat'))
            : problem(400, 'invalid_request', refusal);
        },
      },
    });
    await comesToReview();
    await screen.findByText('Version 1');
    inForce = 2;
    await registers();
    await screen.findByText(refusal.errors.termsVersion[0] ?? '');
    await screen.findByText('Version 2');
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false));
    await user.click(screen.getByRole('checkbox'));
    await press('Create account');
    await at('Welcome to Perch');
    expect(
      sent.flatMap(({ call, body }) =>
        call === 'POST /account/registerInSeat' ? [(body as { termsVersion: number }).termsVersion] : [],
      ),
    ).toEqual([1, 2]);
  });

  it('who was too late is shown the next place and takes it with the same password', async () => {
    const taken = [problem(409, 'seat_taken')];
    const registered = {
      username: 'nori',
      referralCode: 'W4TDCWV3',
      seatNo: 244,
      positionId: 'P-000244',
      position: 'left',
    };
    const answers: Answers = {
      'POST /account/registerInSeat': () => taken.pop() ?? json(registered),
      'GET /account/SeatBottom': () =>
        json({ parentSeatNo: 243, parentPositionId: 'P-000243', position: 'left', level: 4 }),
    };
    const { sent } = await openApp(LINK, { signedIn: false, answers });
    await comesToReview();
    await registers();
    expect((await screen.findByRole('alert')).textContent).toContain('This seat was just taken');
    expect(screen.getByRole('img', { name: /directly below P-000243, 4 levels below mika/ })).toBeDefined();
    expect((await field('Password')).value).toBe(PASSWORD);
    await press('Create account');
    await at('Welcome to Perch');
    expect(
      sent.flatMap(({ call, body }) =>
        call === 'POST /account/registerInSeat' ? [(body as { parentSeatNo: number }).parentSeatNo] : [],
      ),
    ).toEqual([57, 243]);
  });

  it('sees at the form what is missing, and nothing is sent', async () => {
    const { sent } = await openApp('/Signup', { signedIn: false });
    await press('Continue');
    expect(await screen.findByText('Referrer’s code or username is required.')).toBeDefined();
    expect(screen.getByText('Choose a side.')).toBeDefined();
    expect(sent).toEqual([]);
  });

  it('gets an empty form from a malformed link', async () => {
    await openApp('/Signup?introducer=two%20words&position=up', { signedIn: false });
    expect((await field('Referrer’s code or username')).value).toBe('');
    expect(screen.getAllByRole('radio').filter((radio) => (radio as HTMLInputElement).checked)).toEqual([]);
  });

  it('can’t finish without consent to the terms, and can read them first', async () => {
    const { sent } = await openApp(LINK, { signedIn: false });
    await comesToReview();
    await user.type(await field('Password'), PASSWORD);
    await press('Create account');
    expect(await screen.findByText('To create an account, you need to agree.')).toBeDefined();
    expect(sent.some(({ call }) => call === 'POST /account/registerInSeat')).toBe(false);
    expect(
      screen.getByText('Referrer, side and seat can’t be changed later. Returns are variable and not guaranteed.'),
    ).toBeDefined();
    expect(within(screen.getByRole('group')).getAllByRole('listitem')).toHaveLength(7);
  });
});

it('a signed-in member is redirected to the dashboard', async () => {
  await openApp(LINK);
  await at('Hello, Mika Sato');
});

describe('the username', () => {
  const ASKED = 400;
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));

  async function showField(answer: (username: string) => Response | Promise<Response>) {
    const asked: string[] = [];
    const fetch = async (request: Request) => {
      const username = new URL(request.url).searchParams.get('username') ?? '';
      asked.push(username);
      return answer(username);
    };
    const api = createApi({
      baseUrl: 'http://localhost/api',
      culture: () => 'en-US',
      accessToken: () => Promise.resolve(null),
      onSessionEnded: vi.fn(),
      onMaintenance: vi.fn(),
      fetch,
    });
    const form = (
      <ServicesContext value={{ api } as Services}>
        <Formik initialValues={{ username: '' }} onSubmit={vi.fn()}>
          <UsernameField name="username" known={new Map()} />
        </Formik>
      </ServicesContext>
    );
    await renderWithTexts(form, 'en-US', ['sign-up']);
    return asked;
  }

  const rest = () => act(() => vi.advanceTimersByTimeAsync(ASKED));
  const word = () => document.querySelector('[aria-live="polite"]')?.textContent;

  it('is looked up when typing pauses, and only if it is well-formed', async () => {
    const asked = await showField((username) => json({ existed: username === 'mika' }));
    await user.type(screen.getByLabelText('Username'), 'mi');
    await rest();
    expect(asked).toEqual([]);
    await user.type(screen.getByLabelText('Username'), 'ka');
    await rest();
    await waitFor(() => expect(word()).toBe('This username already exists'));
    await user.type(screen.getByLabelText('Username'), '2');
    expect(word()).toBe('');
    await rest();
    await waitFor(() => expect(word()).toBe('This username is available.'));
    expect(asked).toEqual(['mika', 'mika2']);
  });

  it('shows nothing if the server can’t answer', async () => {
    const asked = await showField(() => problem(429, 'too_many_requests', { retryAfterSeconds: 8 }));
    await user.type(screen.getByLabelText('Username'), 'mika');
    await rest();
    await waitFor(() => expect(asked).toEqual(['mika']));
    expect(word()).toBe('');
  });
});

describe('a username that is known to be taken', () => {
  afterEach(() => sessionStorage.clear());

  async function showDetails(
    answer: (username: string) => Response | Promise<Response>,
    checkpoints = createCheckpoints(sessionStorage, () => 0),
  ) {
    const send = vi.fn();
    const fetch = async (request: Request) => answer(new URL(request.url).searchParams.get('username') ?? '');
    const api = createApi({
      baseUrl: 'http://localhost/api',
      culture: () => 'en-US',
      accessToken: () => Promise.resolve(null),
      onSessionEnded: vi.fn(),
      onMaintenance: vi.fn(),
      fetch,
    });
    const snapshot = {
      context: { draft: { username: '', name: 'Mika', phone: '' }, problem: null },
      hasTag: () => false,
      matches: () => false,
    } as unknown as ScreenProps['snapshot'];
    await renderWithTexts(
      <ServicesContext value={{ api, checkpoints } as Services}>
        <DetailsScreen snapshot={snapshot} send={send} />
      </ServicesContext>,
      'en-US',
      ['sign-up', 'problems'],
    );
    return { send, entry: screen.getByLabelText('Username') };
  }
  const goesOn = () => user.click(screen.getByRole('button', { name: 'Continue' }));

  it('is restored after a reload with everything else that was typed, before it was sent', async () => {
    const { entry } = await showDetails(() => json({ existed: false }));
    await user.type(entry, 'nori');
    await user.type(screen.getByLabelText(/^Phone/), '+81 90');
    cleanup();
    const again = await showDetails(() => json({ existed: false }));
    expect(again.entry).toHaveProperty('value', 'nori');
    expect(screen.getByLabelText(/^Phone/)).toHaveProperty('value', '+81 90');
  });

  it('stops the flow: the focus moves to the field, which says why, until another name is typed', async () => {
    const { send, entry } = await showDetails((username) => json({ existed: username === 'mika' }));
    await user.type(entry, 'mika');
    await screen.findByText('This username already exists');
    await goesOn();
    await waitFor(() => expect(document.activeElement).toBe(entry));
    expect(entry.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getAllByText('This username already exists')).toHaveLength(1);
    expect(send).not.toHaveBeenCalled();
    await user.type(entry, '2');
    await screen.findByText('This username is available.');
    await goesOn();
    await waitFor(() =>
      expect(send).toHaveBeenCalledWith({ type: 'SUBMIT_DETAILS', username: 'mika2', name: 'Mika', phone: '' }),
    );
  });

  it('also stops the flow if the press comes before typing has paused', async () => {
    const { send, entry } = await showDetails((username) => json({ existed: username === 'mika' }));
    await user.type(entry, 'mika');
    await goesOn();
    await waitFor(() => expect(document.activeElement).toBe(entry));
    expect(entry.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getAllByText('This username already exists')).toHaveLength(1);
    expect(send).not.toHaveBeenCalled();
  });

  it('stops nobody if the server can’t answer', async () => {
    const { send, entry } = await showDetails(() => problem(429, 'too_many_requests', { retryAfterSeconds: 8 }));
    await user.type(entry, 'mika');
    await goesOn();
    await waitFor(() => expect(send).toHaveBeenCalledTimes(1));
  });
});

describe('the drawing of the place', () => {
  it.each([
    [
      'left',
      3,
      'Your place is on the left side directly below P-000057, 3 levels below kai (P-000042).',
      ['kai', 'P-000042', '1 more seat', 'P-000057', 'Your place'],
    ],
    [
      'left',
      2,
      'Your place is on the left side directly below P-000057, 2 levels below kai (P-000042).',
      ['kai', 'P-000042', 'P-000057', 'Your place'],
    ],
    [
      'right',
      1,
      'Your place is on the right side directly below P-000057, 1 level below kai (P-000042).',
      ['kai', 'P-000042', 'Your place'],
    ],
  ] as const)('on the %s, %i below the seat user, is one sentence', async (position, level, sentence, shown) => {
    await renderWithTexts(<PlaceTree seat={{ ...sampleSeat, place: { ...places.left, position, level } }} />, 'en-US', [
      'sign-up',
    ]);
    const drawing = screen.getByRole('img', { name: sentence });
    const words = [...drawing.querySelectorAll('p')]
      .map(({ textContent }) => textContent)
      .filter((text) => text !== 'Free now');
    expect(words).toEqual(shown);
  });
});

describe('the place of a newcomer', () => {
  it('of the other side is said where nothing was said before', async () => {
    await openApp(LINK, {
      signedIn: false,
      answers: {
        'GET /account/SeatBottom': (request) => {
          const position = new URL(request.url).searchParams.get('position');
          return json({ ...(example('GET', '/account/SeatBottom') as object), position });
        },
      },
    });
    await press('Continue');
    await at('Your place in the tree');
    const told = document.querySelector('main p[role="status"]');
    expect(told?.textContent).toBe('');
    await press('Show other side');
    await waitFor(() => expect(told?.textContent).toMatch(/right/i));
    await press('Show other side');
    await waitFor(() => expect(told?.textContent).toMatch(/left/i));
    expect(told?.isConnected).toBe(true);
  });
});
