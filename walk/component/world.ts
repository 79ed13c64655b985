// External events of a session, and what a page finds when it opens: the steps that no control triggers.
import type { Edge, Graph, Node } from '#machines/graph/explore.ts';
import { sessionCases } from '#machines/session/session.cases.ts';
import { createStorage } from '#src/services/storage.ts';
import type { Tokens } from '#src/services/tabs.ts';
import { deviceControlOf, refusals } from './device.ts';
import { press } from './hands.ts';
import type { Stage } from './stage.tsx';
import { optionsOf } from '#walk/paths/options-of.ts';

/** A token is renewed this long before it expires. */
const MARGIN_MS = 60_000;
/** Long enough for a tab to answer another. */
const ANSWER_MS = 200;

/** The tokens of a session that is renewed in `renewIn`. */
function tokensFor(renewIn: number, name = 'stored'): Tokens {
  return {
    accessToken: `pat_${name}`,
    refreshToken: `prt_${name}`,
    refreshKey: `key-of-${name}`,
    expiresAt: new Date(Date.now() + renewIn + MARGIN_MS).toISOString(),
  };
}

/** Puts tokens, and the member where known, into the browser's storage before a page opens. */
export function storeSession({
  renewIn,
  memberKnown,
}: {
  readonly renewIn: number;
  readonly memberKnown: boolean;
}): void {
  const storage = createStorage(window.localStorage, window.sessionStorage);
  const { accessToken, expiresAt, refreshToken, refreshKey } = tokensFor(renewIn);
  storage.set('accessToken', accessToken);
  storage.set('expiresAt', expiresAt);
  if (refreshToken !== null) storage.set('refreshToken', refreshToken);
  if (refreshKey !== null) storage.set('refreshKey', refreshKey);
  const { reply } = sessionCases.outcomes.getUserInfo.loaded;
  if (memberKnown) storage.set('userInfo', reply?.body as never);
}

/** The username of the member who is signed in; null if nobody is. */
export function storedMember(): string | null {
  return createStorage(window.localStorage, window.sessionStorage).get('userInfo')?.username ?? null;
}

/** What a local read must find to have an outcome, arranged before the page opens. */
export const arrangements: Readonly<Record<string, (stage: Stage, output: { readonly renewIn?: number }) => void>> = {
  'restoreSession none': () => undefined,
  'restoreSession expired': () => storeSession({ renewIn: -MARGIN_MS - 1, memberKnown: true }),
  'restoreSession userKnown': (_, { renewIn = 0 }) => storeSession({ renewIn, memberKnown: true }),
  'restoreSession userUnknown': (_, { renewIn = 0 }) => storeSession({ renewIn, memberKnown: false }),
  // A browser in which a page can't wait for an answer from other tabs: the only way in which reading the session
  // fails.
  'restoreSession networkError': (stage) => void (stage.brokenChannel = new Error('This browser hears no other tab.')),
  'restoreSession undocumentedReply': (stage) =>
    void (stage.brokenChannel = Object.assign(new Error('This browser hears no other tab.'), { undocumented: true })),
};

/** Lets a local read finish: a tab without tokens waits for the others. */
export async function finishLocalRead(stage: Stage): Promise<void> {
  await stage.pass(ANSWER_MS);
}

type Performer = (
  stage: Stage,
  payload: { readonly renewIn?: number; readonly options?: object },
  flow: string,
) => Promise<void>;

/** What a form reads by itself once the club that had closed is open: its balance; null if nothing. */
export function readAgain({ id, cases }: Graph, { step }: Edge, { tags }: Node): string | null {
  const isOpenAgain = step.kind === 'outcome' && step.outcome === 'maintenance';
  return isOpenAgain && tags.includes('form') && cases.world.includes('BALANCE_READ') ? optionsOf(id) : null;
}

/** The external events, and how each is brought about. */
export const performers: Readonly<Record<string, Performer>> = {
  SIGNED_IN: (stage, { renewIn = 0 }) => {
    // It takes only what it asked for.
    stage.services.session.askOtherTabs().catch(() => undefined);
    return stage.hear({
      type: 'tokens',
      to: null,
      tokens: tokensFor(renewIn, 'of-another-tab'),
      sessionName: 'of-another-tab',
      keepSignedIn: false,
    });
  },
  SIGNED_OUT: (stage) => stage.hear({ type: 'signedOut', sessionName: stage.services.storage.get('sessionName') }),
  TOKENS_RENEWED: (stage, { renewIn = 0 }) =>
    stage.hear({
      type: 'tokens',
      to: stage.services.storage.get('refreshToken'),
      tokens: tokensFor(renewIn, `renewed-${stage.services.storage.get('refreshToken')}`),
      sessionName: stage.services.storage.get('sessionName'),
      keepSignedIn: false,
    }),
  SESSION_ENDED: (stage) => {
    // Any call of a page: the server has ended the session in the meantime.
    const body = sessionCases.outcomes.getUserInfo.sessionEnded.reply?.body ?? null;
    stage.network.script('getTwoFactorInfo', { status: 401, body });
    return stage.outside(() => void stage.services.api.GET('/account/twoFactorInfo'));
  },
  BALANCE_READ: (stage, { options = {} }, flow) => {
    stage.network.script(optionsOf(flow), { status: 200, body: options });
    return stage.outside(() => stage.services.readings.readAgain());
  },
  ...Object.fromEntries(
    refusals.map((refusal): [string, Performer] => [
      refusal,
      async (stage, _payload, flow) => {
        stage.device.refuse(refusal);
        await press(stage, flow, deviceControlOf(flow));
      },
    ]),
  ),
  RENEWAL_DUE: async (stage) => {
    const { session, storage } = stage.services;
    if (session.renewIn() > 0) stage.sleep(Date.parse(storage.get('expiresAt') ?? '') - MARGIN_MS / 2);
    const member = sessionCases.outcomes.getUserInfo.loaded.reply?.body ?? null;
    // A page that shows the member reads them again as well.
    await stage.network.aside('getUserInfo', { status: 200, body: member }, async () => {
      await stage.outside(() => void document.dispatchEvent(new Event('visibilitychange')));
      await stage.settle(() => true);
    });
  },
};
