import { SUPPORT_EMAIL } from '#fixtures/support-email.ts';
import { describe, expect, it, vi } from 'vitest';
import { createServices, type Services } from '#src/services/services.ts';
import { memory } from './memory.ts';

/**
 * How the services are wired to each other: what the client of the API asks for, whom it tells what, and what is
 * forgotten with the member. Each by itself is tested with fakes; here is who is behind them.
 */

const grant = (token: string) =>
  ({
    result: 'granted',
    accessToken: token,
    expiresAt: '2026-11-21T04:10:00Z',
    expiresIn: 600,
    refreshToken: `refresh-${token}`,
    refreshExpiresAt: '2026-11-21T05:00:00Z',
  }) as const;

const refusal = (status: number, code: string) => () =>
  new Response(JSON.stringify({ code, status }), { status, headers: { 'content-type': 'application/problem+json' } });
const rules = () => new Response('{}', { status: 200, headers: { 'content-type': 'application/json' } });
const lost = () => Promise.reject(new TypeError('Failed to fetch'));
type Reply = () => Response | Promise<Response>;

/** The services of a signed-in member; each call gets the next reply, and is kept. */
function signedIn(...replies: Reply[]) {
  const calls: Request[] = [];
  let ids = 0;
  const [local, tab] = [memory(), memory()];
  const services = createServices({
    local,
    tab,
    channel: null,
    locks: null,
    origin: 'https://wallet.example',
    apiOrigins: [],
    supportEmail: SUPPORT_EMAIL,
    culture: () => 'ja-JP',
    now: () => 1_800_000_000_000,
    newId: () => `key-${(ids += 1)}`,
    fetch: async (request) => {
      calls.push(request);
      return (replies.shift() ?? rules)();
    },
  });
  services.session.open(grant('one'), false);
  const heard = { ended: vi.fn(), club: vi.fn() };
  services.onSessionEnded(heard.ended);
  services.club.subscribe(heard.club);
  return { services, calls, heard, local, tab };
}

/** Calls, and waits for those who are notified after the caller. */
async function reads({ api }: Services): Promise<void> {
  await api.GET('/wallet').catch(() => undefined);
  await new Promise((told) => setTimeout(told, 1));
}

describe('a call', () => {
  it("carries the session's token and the member's language to the app's own server", async () => {
    const { services, calls } = signedIn();
    await reads(services);
    expect(calls[0]?.url).toBe('https://wallet.example/api/wallet?culture=ja-JP');
    expect(calls[0]?.headers.get('authorization')).toBe('Bearer one');
  });

  it('carries the token of now, not that of the beginning', async () => {
    const { services, calls } = signedIn();
    services.session.open(grant('two'), false);
    await reads(services);
    expect(calls[0]?.headers.get('authorization')).toBe('Bearer two');
  });
});

describe('a reply is told', () => {
  it.each<{ reply: string; replies: Reply[]; ended: number; club: string[] }>([
    { reply: 'of success: nobody', replies: [rules], ended: 0, club: [] },
    {
      reply: 'of an ended session: to those who follow it',
      replies: [refusal(401, 'session_ended')],
      ended: 1,
      club: [],
    },
    { reply: 'of a refusal: nobody', replies: [refusal(403, 'frozen')], ended: 0, club: [] },
    { reply: 'of maintenance: the club is closed', replies: [refusal(503, 'maintenance')], ended: 0, club: ['closed'] },
    { reply: 'after a lost one: the club is reached', replies: [lost, rules], ended: 0, club: ['reached'] },
  ])('$reply', async ({ replies, ended, club }) => {
    const { services, heard } = signedIn(...replies);
    for (const _ of [...replies]) await reads(services);
    expect(heard.ended).toHaveBeenCalledTimes(ended);
    expect(heard.club.mock.calls.map(([news]) => news as string)).toEqual(club);
  });

  it('not if the call carried the previous token: the session that began meanwhile goes on', async () => {
    const late: { services?: Services } = {};
    const { services, heard } = signedIn(() => {
      late.services?.session.open(grant('two'), false);
      return refusal(401, 'session_ended')();
    });
    late.services = services;
    await reads(services);
    expect(heard.ended).not.toHaveBeenCalled();
    expect(services.session.tokens()?.accessToken).toBe('two');
  });
});

/** Every way in which a member is forgotten, and what stays of the tab: the question how a freeze ended, and drafts. */
describe('with the member are forgotten', () => {
  const drafts = ['contact-draft', 'contact-reply Q-7K2M-9QXD'];
  it.each<{ way: string; forget: (services: Services) => void; kept: string[] }>([
    { way: 'after signing out', forget: ({ session }) => void session.forgetEverywhere(), kept: [] },
    { way: 'as somebody signs in', forget: ({ session }) => session.open(grant('two'), false), kept: drafts },
    {
      way: 'after the session has ended',
      forget: ({ session }) => session.forget(),
      kept: ['account-freeze', 'freeze-link', ...drafts],
    },
  ])('what the pages have read and the flows have kept, $way', ({ forget, kept }) => {
    const { services } = signedIn();
    const { checkpoints, readings } = services;
    const flows = ['withdrawal', 'contact', 'account-freeze', 'freeze-link', ...drafts];
    for (const flow of flows) checkpoints.save(flow, { step: 1 });
    readings.keep('wallet', 1, readings.begin());
    const began = readings.begin();
    forget(services);
    // Its answer is late.
    readings.keep('wallet', 2, began);
    expect(flows.filter((flow) => checkpoints.load(flow) !== null)).toEqual(kept);
    expect(readings.last('wallet')).toBeNull();
  });
});

describe('each store', () => {
  it('lies where it outlives what it must: in the tab, and beyond it if the member asked for that', () => {
    const { services, local, tab } = signedIn();
    services.checkpoints.save('withdrawal', { step: 1 });
    expect(tab.getItem('perch.accessToken')).toBe('one');
    expect(tab.getItem('perch.flows')).toContain('withdrawal');
    services.session.open(grant('two'), true);
    expect(local.getItem('perch.accessToken')).toBe('two');
  });
});
