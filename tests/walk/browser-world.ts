// What the world does to a session, and how a path begins: the parts of a walk that no control on a screen brings about.
import { situationsOf, resumeOf } from '#machines/graph/ways.ts';
import type { Edge, Graph } from '#machines/graph/explore.ts';
import type { Stage } from './browser-stage.ts';

/** The events of the world, as the world brings them about. */
export const worldEvents: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  SIGNED_IN: async (stage) => {
    const { username, password } = await stage.member(false);
    await stage.page.locator('input[name="username"]').fill(username);
    await stage.page.locator('input[name="password"]').fill(password);
    await stage.page.locator('[data-event="SUBMIT_FORM"]').click();
  },
  SIGNED_OUT: (stage) => stage.page.evaluate(() => new BroadcastChannel('perch').postMessage({ type: 'signedOut' })),
  SESSION_ENDED: async (stage) => {
    // A navigation finds the stored expiry in the past.
    await stage.store({ expiresAt: '2020-01-01T00:00:00Z' });
    await stage.page.locator('a[href="/Authentication"]:visible, a[href="/"]:visible').first().click();
  },
  TOKENS_RENEWED: async (stage) => {
    const refreshToken = await stage.page.evaluate(() => sessionStorage.getItem('perch.refreshToken'));
    const answer = await stage.context.request.post(`${stage.club.origin}/api/token/refresh`, { data: { refreshToken } });
    const grant = (await answer.json()) as Record<string, string>;
    const expiresAt = new Date(Date.now() + Number(grant['expiresIn']) * 1000).toISOString();
    const tokens = { accessToken: grant['accessToken'], refreshToken: grant['refreshToken'], expiresAt, refreshKey: crypto.randomUUID() };
    await stage.page.evaluate((message) => new BroadcastChannel('perch').postMessage(message), { type: 'tokens', to: refreshToken, tokens, keepSignedIn: false });
  },
  RENEWAL_DUE: async (stage) => {
    await stage.page.evaluate(() => {
      sessionStorage.setItem('perch.expiresAt', new Date(Date.now() + 30_000).toISOString());
      document.dispatchEvent(new Event('visibilitychange'));
    });
  },
};

/** What is in the browser's storage so that reading it comes to an outcome; the app is not open yet. */
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

/** A browser in which tabs can't talk: the only way in which reading the session fails. */
async function brokenChannel(stage: Stage, marks: object = {}): Promise<void> {
  await stage.context.addInitScript((properties) => {
    BroadcastChannel.prototype.postMessage = () => {
      throw Object.assign(new Error('This browser keeps tabs apart.'), properties);
    };
  }, marks);
}

/**
 * The steps that lead to a start: none for a fresh one; for one after a reload, those to the situation in which the flow
 * has stored the checkpoint that the start goes on from, at the address where the page is loaded again.
 */
export function stepsBefore(graph: Graph, start: Edge): readonly Edge[] {
  if (start.step.kind !== 'start') return [];
  const begin = graph.cases.starts[start.step.name];
  const checkpoint = JSON.stringify(resumeOf(begin?.input));
  if (checkpoint === 'null') return [];
  const [ordinary] = Object.keys(graph.cases.starts);
  const fresh = { ...graph, edges: graph.edges.filter(({ step }) => step.kind !== 'start' || step.name === ordinary) };
  const interrupted = situationsOf(fresh).find((situation) => JSON.stringify(situation.checkpoint) === checkpoint && situation.node.meta?.route === begin?.at);
  if (interrupted === undefined) throw new Error(`${graph.id}: no situation stores what ${start.step.name} goes on from.`);
  return interrupted.through;
}
