// External events of a session, and how a path begins: the parts of a walk that no control on a screen triggers.
import { deviceEvents } from './passkeys.ts';
import type { Stage } from './stage.ts';
import { optionsOf } from '#walk/paths/options-of.ts';

/** The external events, and how each is brought about. */
export const worldEvents: Readonly<
  Record<string, (stage: Stage, event: { readonly flow: string; readonly payload: object }) => Promise<void>>
> = {
  SIGNED_IN: async (stage) => {
    const { username, password } = await stage.member(false);
    await stage.page.locator('input[name="username"]').fill(username);
    await stage.page.locator('input[name="password"]').fill(password);
    await stage.page.locator('[data-event="SUBMIT_FORM"]').click();
  },
  SIGNED_OUT: (stage) =>
    stage.page.evaluate(() =>
      new BroadcastChannel('perch').postMessage({
        type: 'signedOut',
        sessionName: sessionStorage.getItem('perch.sessionName'),
      }),
    ),
  SESSION_ENDED: async (stage) => {
    // A navigation finds the stored expiry in the past, and nothing to renew with. In one turn: otherwise a background
    // read of the page would find it first, and the link would be gone.
    const link = stage.page.locator('a[href="/Authentication"]:visible, a[href="/"]:visible').first();
    await link.evaluate((element: HTMLElement) => {
      sessionStorage.setItem('perch.expiresAt', '2020-01-01T00:00:00Z');
      sessionStorage.removeItem('perch.refreshToken');
      element.click();
    });
  },
  TOKENS_RENEWED: async (stage) => {
    const refreshToken = await stage.page.evaluate(() => sessionStorage.getItem('perch.refreshToken'));
    const answer = await stage.context.request.post(`${stage.club.origin}/api/token/refresh`, {
      data: { refreshToken },
    });
    const grant = (await answer.json()) as Record<string, string>;
    const expiresAt = new Date(Date.now() + Number(grant['expiresIn']) * 1000).toISOString();
    const tokens = {
      accessToken: grant['accessToken'],
      refreshToken: grant['refreshToken'],
      expiresAt,
      refreshKey: crypto.randomUUID(),
    };
    await stage.page.evaluate((message) => new BroadcastChannel('perch').postMessage(message), {
      type: 'tokens',
      to: refreshToken,
      tokens,
      sessionName: await stage.page.evaluate(() => sessionStorage.getItem('perch.sessionName')),
      keepSignedIn: false,
    });
  },
  BALANCE_READ: async (stage, { flow, payload }) => {
    // The page gives up what it has begun to read by itself.
    stage.drop();
    const [route] = await Promise.all([
      stage.call(optionsOf(flow)),
      stage.page.evaluate(() => window.dispatchEvent(new Event('online'))),
    ]);
    await route.fulfill({ json: (payload as { readonly options: object }).options });
  },
  ...deviceEvents,
  RENEWAL_DUE: async (stage) => {
    await stage.page.evaluate(() => {
      sessionStorage.setItem('perch.expiresAt', new Date(Date.now() + 30_000).toISOString());
      document.dispatchEvent(new Event('visibilitychange'));
    });
  },
};

/** What to put into the browser's storage so that reading it has an outcome; the app is not open yet. */
export const localReads: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  none: () => Promise.resolve(),
  expired: (stage) => stage.signIn(true),
  userUnknown: (stage) => stage.signIn(),
  userKnown: async (stage) => {
    await stage.signIn();
    await stage.store({ userInfo: await stage.userInfo() });
  },
  networkError: (stage) => brokenChannel(stage),
  undocumentedReply: (stage) => brokenChannel(stage, { undocumented: true }),
};

/**
 * A browser in which a page can't wait for an answer from other tabs: the only way in which reading the session fails,
 * since a page continues alone if it can't talk to them. It happens once, so that later questions to other tabs are
 * answered.
 */
async function brokenChannel(stage: Stage, marks: object = {}): Promise<void> {
  await stage.rig((properties) => {
    const listening = new WeakSet<BroadcastChannel>();
    const { addEventListener } = BroadcastChannel.prototype;
    let isMended = false;
    BroadcastChannel.prototype.addEventListener = function (
      this: BroadcastChannel,
      ...heard: Parameters<typeof addEventListener>
    ) {
      const isFirst = !listening.has(this);
      listening.add(this);
      // The first listener of a channel is the app's permanent one.
      if (isFirst || isMended) return addEventListener.apply(this, heard);
      isMended = true;
      throw Object.assign(new Error('This browser hears no other tab.'), properties);
    };
  }, marks);
}
