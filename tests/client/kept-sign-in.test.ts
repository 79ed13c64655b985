import { SUPPORT_EMAIL } from '#fixtures/support-email.ts';
import { createActor, toPromise, type AnyActorLogic } from 'xstate';
import { describe, expect, it } from 'vitest';
import { signInPorts } from '#src/flows/sign-in/sign-in.ports.ts';
import { createServices } from '#src/services/services.ts';
import { memory } from './memory.ts';

/**
 * Whether a session outlives its tab (S-11), and what is known of the member afterwards, with and without a second
 * factor.
 */

const grant = {
  result: 'granted',
  accessToken: 'pat_one',
  expiresAt: '2026-11-21T04:10:00Z',
  expiresIn: 600,
  refreshToken: 'prt_one',
  refreshExpiresAt: '2026-11-21T05:00:00Z',
};
const challenge = {
  result: 'secondFactorRequired',
  challenge: 'pch_one',
  methods: ['totp', 'recovery'],
  triesLeft: 5,
  expiresIn: 300,
};

/** A browser that signs in: the tab, what is kept beyond it, and one of its pages. */
function browser(secondFactor: boolean, local = memory()) {
  const tab = memory();
  const open = () => {
    let ids = 0;
    const services = createServices({
      local,
      tab,
      channel: null,
      locks: null,
      origin: 'https://wallet.example',
      apiOrigins: [],
      supportEmail: SUPPORT_EMAIL,
      culture: () => 'en-US',
      now: () => 1_800_000_000_000,
      newId: () => `key-${(ids += 1)}`,
      fetch: (request) =>
        Promise.resolve(
          new Response(
            JSON.stringify(secondFactor && new URL(request.url).pathname === '/api/token' ? challenge : grant),
            { status: 200, headers: { 'content-type': 'application/json' } },
          ),
        ),
    });
    const ports = signInPorts(services);
    const run = (port: AnyActorLogic, input: object) => toPromise(createActor(port, { input } as never).start());
    return {
      services,
      password: (keepSignedIn: boolean) =>
        run(ports.createToken, { username: 'demo', password: 'harbour violin sevenfold', keepSignedIn }),
      code: () => run(ports.verifyTwoFactor, { method: 'totp', code: '492039' }),
    };
  };
  const tokensIn = () => ({ tab: tab.getItem('perch.accessToken'), beyond: local.getItem('perch.accessToken') });
  return { open, local, tokensIn };
}

describe.each([{ secondFactor: false }, { secondFactor: true }])(
  'a sign-in (with a second factor: $secondFactor)',
  ({ secondFactor }) => {
    /** The second step may be taken after a reload. */
    async function signIn(from: ReturnType<typeof browser>, keepSignedIn: boolean, reloaded = false) {
      const page = from.open();
      await page.password(keepSignedIn);
      if (secondFactor) await (reloaded ? from.open() : page).code();
    }

    it.each([false, true])('that is kept is stored beyond the tab, reloaded meanwhile: %s', async (reloaded) => {
      const from = browser(secondFactor);
      await signIn(from, true, reloaded);
      expect(from.tokensIn()).toEqual({ tab: null, beyond: 'pat_one' });
      expect(from.open().services.storage.get('loginUser')).toBe('demo');
    });

    it.each([false, true])('that is not kept is stored only in the tab, reloaded meanwhile: %s', async (reloaded) => {
      const from = browser(secondFactor);
      await signIn(from, false, reloaded);
      expect(from.tokensIn()).toEqual({ tab: 'pat_one', beyond: null });
      expect([...from.local.entries.values()].join(' ')).not.toMatch(/demo|pat_|prt_/);
    });

    it('that is no longer kept leaves neither session nor name of an earlier one that was', async () => {
      const local = memory();
      await signIn(browser(secondFactor, local), true);
      const later = browser(secondFactor, local);
      await signIn(later, false);
      expect(later.tokensIn()).toEqual({ tab: 'pat_one', beyond: null });
      expect([...local.entries.values()].join(' ')).not.toMatch(/demo|pat_|prt_/);
    });
  },
);
