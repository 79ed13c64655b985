// The session's reload and Back in the browser. The session has no page of its own: it shows on the page that its walks
// open, the guarded dashboard, or in what the guard shows instead.
import type { BackCell, ReloadCell } from '#machines/graph/matrices.ts';
import { paths } from '#src/paths.ts';
import type { LogEntry } from '#src/recorder/recorder.ts';
import type { Stage } from './stage.ts';

export const SESSION = 'session';

/** What the page shows in each of the session's outer states. */
const carriers: Readonly<Record<string, string>> = {
  restoring: '[data-flow="session"][data-state="restoring"]',
  loadingUserInfo: '[data-flow="session"][data-state="loadingUserInfo"]',
  userInfoUnavailable: '[data-flow="session"][data-state="userInfoUnavailable"]',
  signedIn: `nav a[href="${paths.wallet}"]:visible`,
  signedOut: '[data-flow="sign-in"]',
};

/** A link on that page to another page of the app that shows the session too. */
const onward: Readonly<Record<string, string>> = { signedIn: paths.wallet, signedOut: paths.forgot };

/** A reload reads what the session left in the browser: this is the resulting state. */
const stateAfterReload: Readonly<Record<string, string>> = {
  restoring: 'restoring',
  loadingUserInfo: 'loadingUserInfo',
  userInfoUnavailable: 'loadingUserInfo',
  signedIn: 'signedIn',
  signedOut: 'signedOut',
};

/** A reload: the session starts over with what is stored, and a member who was signed in still is. */
export async function reloadSession(stage: Stage, { state }: ReloadCell): Promise<void> {
  stage.drop();
  await stage.page.reload();
  await expectBegun(stage, outer(state));
}

/** Back within the app changes nothing in the session; if Back leaves the app, returning starts it over. */
export async function backInSession(stage: Stage, { state }: BackCell): Promise<void> {
  const { page } = stage;
  const next = onward[outer(state)];
  if (next === undefined) {
    await page.goBack();
    stage.drop();
    await page.goForward();
    return expectBegun(stage, outer(state));
  }
  const { pathname } = new URL(page.url());
  const before = await stage.log(SESSION);
  await page.locator(`a[href="${next}"]:visible`).first().click();
  await page.waitForURL((url) => url.pathname === next);
  await page.goBack();
  await page.waitForURL((url) => url.pathname === pathname);
  await expectCarried(stage, outer(state));
  await stage.settle();
  const taken = (await stage.log(SESSION))
    .slice(before.length)
    .filter(({ event }) => !event.startsWith('xstate.after.'));
  if (taken.length > 0)
    throw new Error(`Back led the session to ${taken.map(({ event, state: to }) => `${event} → ${to}`).join(', ')}.`);
}

async function expectBegun(stage: Stage, before: string): Promise<void> {
  const wanted = stateAfterReload[before] ?? before;
  let log: readonly LogEntry[] = [];
  const begun = async (): Promise<boolean> => {
    log = await stage.log(SESSION);
    return log[0]?.event === 'xstate.init' && outer(log.at(-1)?.state ?? '') === wanted;
  };
  await stage.until(begun, `the session to start over and come to ${wanted}`).catch((error: unknown) => {
    throw new Error(
      `${(error as Error).message} It went ${log.map(({ event, state }) => `${event} → ${state}`).join(', ') || 'nowhere'}.`,
    );
  });
  await expectCarried(stage, wanted);
}

/** Throws if the page shows another state of the session. */
async function expectCarried(stage: Stage, wanted: string): Promise<void> {
  const shown = async (): Promise<readonly string[]> => {
    const found: string[] = [];
    for (const [state, carrier] of Object.entries(carriers))
      if ((await stage.page.locator(carrier).count()) > 0) found.push(state);
    return found;
  };
  let seen: readonly string[] = [];
  await stage
    .until(async () => (seen = await shown()).join() === wanted, `the page to show ${wanted}`)
    .catch((error: unknown) => {
      throw new Error(`${(error as Error).message} It shows ${seen.join(' and ') || 'nothing of the session'}.`);
    });
}

/** `signedIn` of `signedIn.fresh`. */
function outer(state: string): string {
  return state.split('.')[0] ?? state;
}
