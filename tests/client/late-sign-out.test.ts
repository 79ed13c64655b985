// A sign-out without a network ends the session on the server as soon as the server can be reached.
import { SUPPORT_EMAIL } from '#fixtures/support-email.ts';
import { createActor, toPromise } from 'xstate';
import { expect, it } from 'vitest';
import { signOutPorts } from '#src/flows/sign-out/sign-out.ports.ts';
import { finishSignOuts } from '#src/session/late-sign-out.ts';
import { createServices } from '#src/services/services.ts';
import { documentedAnswers } from './documented-answers.ts';
import { memory } from './memory.ts';

const grant = {
  result: 'granted',
  accessToken: 'access',
  expiresAt: '2027-01-21T04:10:00Z',
  expiresIn: 600,
  refreshToken: 'refresh',
  refreshExpiresAt: '2027-01-21T05:00:00Z',
} as const;

function phone() {
  const [local, tab] = [memory(), memory()];
  const network = { isUp: true, asked: [] as unknown[], answer: { status: 204, body: null as unknown } };
  const services = createServices({
    local,
    tab,
    channel: null,
    locks: null,
    origin: 'https://wallet.example',
    apiOrigins: [],
    supportEmail: SUPPORT_EMAIL,
    culture: () => 'en-US',
    now: () => Date.parse('2027-01-21T04:00:00Z'),
    newId: () => 'a-new-key-0001',
    fetch: async (request) => {
      if (!network.isUp) throw new TypeError('Failed to fetch');
      network.asked.push([new URL(request.url).pathname, await request.json()]);
      const { status, body } = network.answer;
      return new Response(status === 204 ? null : JSON.stringify(body), { status });
    },
  });
  const back: (() => void)[] = [];
  finishSignOuts(services, {
    addEventListener: (_: string, listener: unknown) => void back.push(listener as () => void),
  } as never);
  const signOut = () => toPromise(createActor(signOutPorts(services).revokeToken).start()).catch(() => null);
  const settled = () => new Promise((resolve) => setTimeout(resolve, 20));
  return {
    services,
    network,
    kept: local.entries,
    keptInTab: tab.entries,
    signOut,
    settled,
    comesBack: () => back.forEach((listener) => listener()),
  };
}

it.each([
  ["in the tab, where the session was the tab's", false],
  ['in the browser, where the session was kept there', true],
])(
  'keeps the refresh token of a sign-out that did not reach the server %s, and revokes it once it can',
  async (_, isKept) => {
    const { services, network, kept, keptInTab, signOut, settled, comesBack } = phone();
    const places = () => [keptInTab, kept].map((place) => [...place.values()].includes('refresh'));
    services.session.open(grant, isKept);
    network.isUp = false;
    await signOut();
    expect(services.session.tokens()).toBeNull();
    expect(places()).toEqual([!isKept, isKept]);
    comesBack();
    await settled();
    expect(places()).toEqual([!isKept, isKept]);
    network.isUp = true;
    comesBack();
    await settled();
    expect(network.asked).toEqual([['/api/token/revoke', { refreshToken: 'refresh' }]]);
    expect(places()).toEqual([false, false]);
  },
);

it('keeps nothing of a sign-out that reached the server', async () => {
  const { services, network, kept, keptInTab, signOut } = phone();
  services.session.open(grant, true);
  await signOut();
  expect(network.asked).toHaveLength(1);
  expect([...kept.values(), ...keptInTab.values()].join()).not.toMatch(/refresh|access/);
});

/** The answers after which the server knows no such session: it has ended, or the token was never one. */
const ENDED = ['204', '400'];

it.each(documentedAnswers('revokeToken'))(
  'is told again later exactly if the server has not ended the session: $label',
  async ({ label, status, body }) => {
    const { services, network, kept, keptInTab, signOut, settled, comesBack } = phone();
    const isKept = () => [...kept.values(), ...keptInTab.values()].includes('refresh');
    services.session.open(grant, true);
    network.isUp = false;
    await signOut();
    network.isUp = true;
    network.answer = { status, body };
    comesBack();
    await settled();
    expect(network.asked).not.toEqual([]);
    expect(isKept()).toBe(!ENDED.includes(label.slice(0, 3)));
    network.asked.length = 0;
    network.answer = { status: 204, body: null };
    comesBack();
    await settled();
    expect(network.asked).toHaveLength(ENDED.includes(label.slice(0, 3)) ? 0 : 1);
    expect(isKept()).toBe(false);
  },
);
