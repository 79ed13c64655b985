import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { example, json, openApp } from './support/open-app.tsx';

/** Where the app's streams and rates come from: the endpoints of SRC §9, within the operator's list (S-14). */

const API = 'http://localhost/api';
const LIVE = 'https://live.example/api';

beforeAll(async () => {
  await Promise.all([
    import('#src/pages/rates/rates.page.tsx'),
    import('#src/frames/member-frame.tsx'),
    import('#src/reads/follow-member.ts'),
    import('#src/ui/toaster.tsx'),
  ]);
});
afterEach(() => {
  cleanup();
  document.head.querySelectorAll('meta').forEach((meta) => meta.remove());
});

/** Writes into the page what a server would, opens the rates, and returns where each call went. */
async function addressesOf(metas: Readonly<Record<string, string>>, stored: Readonly<Record<string, string>> = {}) {
  for (const [name, content] of Object.entries(metas))
    document.head.append(Object.assign(document.createElement('meta'), { name, content }));
  const asked: Record<string, Request> = {};
  const lost = (name: string) => (request: Request) => {
    asked[name] ??= request;
    throw new TypeError('no network');
  };
  await openApp('/Rate', {
    answers: { 'GET /events': lost('chat'), 'GET /rates/events': lost('hub'), 'GET /rates': lost('chart') },
    stored,
  });
  await screen.findByRole('heading', { level: 1 });
  await vi.waitFor(() => expect(Object.keys(asked).sort()).toEqual(['chart', 'chat', 'hub']));
  const baseOf = ({ url }: Request) => url.replace(/\/(rates\/)?(events|rates)\?.*$/, '');
  return Object.fromEntries(Object.entries(asked).map(([name, request]) => [name, baseOf(request)]));
}

it('is the app’s own API, if the server names none', async () => {
  expect(await addressesOf({})).toEqual({ chart: API, chat: API, hub: API });
});

it('is what the server names, each by itself', async () => {
  const at = (part: string) => `https://${part}.example/api`;
  const named = { 'chart-url': at('chart'), 'exchange-hub-url': at('hub'), 'chat-hub-url': at('chat') };
  expect(await addressesOf(named)).toEqual({ chart: at('chart'), hub: at('hub'), chat: at('chat') });
});

it.each([
  ['an origin that the operator allows', 'https://other.example/api', 'https://other.example/api'],
  ['the app’s own origin', `${location.origin}/api`, `${location.origin}/api`],
  ['no other origin', 'https://evil.example/api', LIVE],
  ['nothing but an address', 'javascript:alert(1)', LIVE],
])('of the member’s stream can be overridden by %s', async (_by, own, base) => {
  const metas = { 'api-origins': 'https://live.example https://other.example', 'chat-hub-url': LIVE };
  expect(await addressesOf(metas, { 'perch.chatHubUrl': own })).toEqual({ chart: API, hub: API, chat: base });
});

it('is that of the API that a device tries, whatever the first server names', async () => {
  const named = { 'chart-url': LIVE, 'exchange-hub-url': LIVE, 'chat-hub-url': LIVE };
  expect(await addressesOf(named, { 'perch.apiUrl': API })).toEqual({ chart: API, hub: API, chat: API });
});

it('of the rates costs what its absence would, if it does not answer', async () => {
  document.head.append(Object.assign(document.createElement('meta'), { name: 'chart-url', content: LIVE }));
  const asked: string[] = [];
  await openApp('/Rate', {
    answers: {
      'GET /rates/events': () => {
        throw new TypeError('no network');
      },
      'GET /rates': ({ url }) => {
        asked.push(new URL(url).origin);
        if (url.startsWith(LIVE)) throw new TypeError('no network');
        return json(example('GET', '/rates'));
      },
    },
  });
  await screen.findByText('69,000.00 USD');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(asked.slice(0, 2)).toEqual(['https://live.example', 'http://localhost']);
});
