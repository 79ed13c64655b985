import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { example, json, NOW, openApp, problem, type Answers, type OpenedApp } from './support/open-app.tsx';

/**
 * A freeze ends the session itself, so a page that is reloaded during the freeze reports its outcome without a session
 * (decision 0020).
 */

beforeAll(async () => {
  await Promise.all([
    import('#src/frames/member-frame.tsx'),
    import('#src/flows/sign-in/sign-in.route.tsx'),
    import('#src/flows/account-freeze/account-freeze.route.tsx'),
    import('#src/flows/freeze-link/freeze-link.route.tsx'),
  ]);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const ADDRESS = '/Account?step=freeze';
const HOUR_MS = 3_600_000;
const user = userEvent.setup();

const never = () => new Promise<Response>(() => undefined);
const later = (response: () => Response) => () =>
  new Promise<Response>((resolve) => setTimeout(() => resolve(response()), 50));
const ended = () => problem(401, 'session_ended');
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const done = { state: 'done', operationId: 'freezeAccount', status: 200, answer: { frozenAt: '2026-11-21T04:00:00Z' } };
const outcome = (state: 'done' | 'unknown') => () => json(state === 'done' ? done : { state });

/** A tab in which the freeze was sent, and the call that asks for its outcome. */
async function sent(): Promise<{ stores: OpenedApp['stores']; asking: string }> {
  const { sent: calls, stores } = await openApp(ADDRESS, { answers: { 'POST /account/freeze': never } });
  await user.click(await screen.findByRole('button', { name: 'Freeze now' }));
  const key = calls.find(({ call }) => call === 'POST /account/freeze')?.key ?? '';
  cleanup();
  return { stores, asking: `GET /requests/${key}` };
}

const OVER: Answers = { 'GET /news': ended, 'GET /account/userInfo': ended, 'POST /token/refresh': ended };

/** Reloads the page, on a server that has ended the session. */
const reload = (stores: OpenedApp['stores'], answers: Answers, now = NOW) =>
  openApp(ADDRESS, { stores, now: () => now, answers: { ...OVER, ...answers } });

const isSigningIn = async () => {
  await heading('Sign in');
  expect(screen.queryByRole('heading', { name: 'Your account is frozen' })).toBeNull();
};

describe.each([
  { after: 'the frame has found the session ended', news: ended, asked: later, now: NOW },
  {
    after: 'the answer, before the frame has asked',
    news: later(ended),
    asked: (response: () => Response) => response,
    now: NOW,
  },
  { after: 'the token was due', news: ended, asked: later, now: NOW + 9.5 * 60_000 },
  { after: 'the token has run out', news: ended, asked: later, now: NOW + HOUR_MS },
])('after $after', ({ news, asked, now }) => {
  it('a reloaded page says that the account is frozen, and offers what to do next', async () => {
    const { stores, asking } = await sent();
    const { services } = await reload(stores, { 'GET /news': news, [asking]: asked(outcome('done')) }, now);
    await heading('Your account is frozen');
    await new Promise((resolve) => setTimeout(resolve, 100));
    await heading('Your account is frozen');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Sign out' })).toBeNull());
    expect(services.session.tokens()).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Go to sign-in' }));
    await isSigningIn();
  });

  it('if the freeze never arrived, it leads to signing in, and back to the question', async () => {
    const { stores, asking } = await sent();
    const { services } = await reload(stores, { 'GET /news': news, [asking]: later(outcome('unknown')) }, now);
    await screen.findByText('You’ve been signed out');
    expect(services.recall.address()).toBe(ADDRESS);
    expect(services.checkpoints.load('account-freeze')).toBeNull();
  });
});

it('a page that is loaded a third time still asks, now without a session', async () => {
  const { stores, asking } = await sent();
  await reload(stores, { [asking]: () => Promise.reject(new TypeError('no network')) }, NOW + HOUR_MS);
  await heading('We don’t know yet whether it worked');
  cleanup();
  await reload(stores, { [asking]: outcome('done') }, NOW + HOUR_MS);
  await heading('Your account is frozen');
});

it('another member who has signed in in that tab is asked the question, and stays signed in', async () => {
  const { stores, asking } = await sent();
  const member = example('GET', '/account/userInfo') as object;
  stores.tab.setItem('perch.userInfo', JSON.stringify({ ...member, username: 'somebody-else' }));
  const { services, sent: calls } = await openApp(ADDRESS, { stores, answers: { [asking]: outcome('done') } });
  await heading('Freeze your account?');
  expect(calls.map(({ call }) => call)).not.toContain(asking);
  expect(services.session.tokens()).not.toBeNull();
});

it('leaving and signing in again delete the checkpoint; a session that ends by itself does not', async () => {
  const { stores } = await sent();
  const { services } = await openApp('/Signin', { stores });
  const { session, checkpoints } = services;
  checkpoints.save('sign-in', {});
  session.forget();
  expect([checkpoints.load('account-freeze'), checkpoints.load('sign-in')]).toEqual([expect.anything(), null]);
  session.forgetEverywhere();
  expect(checkpoints.load('account-freeze')).toBeNull();
});

it('the link of a mail about another email objects to it, and says so on each page, also after a reload', async () => {
  const address = '/Freeze#token=obj_Zm9vYmFy';
  const objected = { frozenAt: '2026-11-21T04:00:00Z', thawBy: 'support', objected: true };
  const { sent: calls, stores } = await openApp(address, {
    answers: { 'POST /account/freezeByLink': () => json(objected) },
  });
  await heading('Object to the email change?');
  expect(screen.queryByRole('button', { name: 'Freeze now' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Object to the change' }));
  await heading('Support has your objection');
  expect(calls.find(({ call }) => call === 'POST /account/freezeByLink')?.body).toEqual({ token: 'obj_Zm9vYmFy' });
  expect(screen.queryByText(/get a link|Get link/)).toBeNull();
  cleanup();
  await openApp('/Freeze?step=objected', { stores });
  await heading('Support has your objection');
});

it('a link that objects to what support was no longer asked for says only that the account is frozen', async () => {
  const frozen = { frozenAt: '2026-11-21T04:00:00Z', thawBy: 'member', objected: false };
  await openApp('/Freeze#token=obj_Zm9vYmFy', { answers: { 'POST /account/freezeByLink': () => json(frozen) } });
  await user.click(await screen.findByRole('button', { name: 'Object to the change' }));
  await heading('Your account is frozen');
  expect(screen.getByRole('link', { name: 'Get link to unfreeze' })).toBeDefined();
});

it('a link that has objected before says that support has the objection', async () => {
  await openApp('/Freeze#token=obj_Zm9vYmFy', {
    answers: {
      'POST /account/freezeByLink': () => problem(400, 'link_invalid'),
      'GET /account/userInfo': ended,
      'GET /news': ended,
      'POST /token/refresh': ended,
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Object to the change' }));
  await heading('This link can’t send your objection');
});

it('a link’s page that is reloaded after the token has expired asks for the outcome, and not for the press again', async () => {
  const address = '/Freeze#token=frz_Zm9vYmFy';
  const { sent: calls, stores } = await openApp(address, { answers: { 'POST /account/freezeByLink': never } });
  await user.click(await screen.findByRole('button', { name: 'Freeze now' }));
  const key = calls.find(({ call }) => call === 'POST /account/freezeByLink')?.key ?? '';
  cleanup();
  await openApp(address, { stores, now: () => NOW + HOUR_MS, answers: { [`GET /requests/${key}`]: outcome('done') } });
  await heading('Your account is frozen');
});
