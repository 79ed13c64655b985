import { describe, expect, it } from 'vitest';
import { flows, graphOf, pathsOf } from '#walk/paths/flows.ts';
import { cultures } from '#walk/paths/report.ts';
import { wordsIn } from '#walk/script/languages/languages.ts';
import { LEAVING } from '#walk/script/languages/words.ts';
import { PASSPHRASE } from '#walk/script/people.ts';
import { scriptOf } from '#walk/script/script.ts';

/** A tester walks one script after the other on the same club, so each says what it leaves behind. */

/** Ends of any flow at which nothing was done, or what was done is told where it came about. */
const NOTHING_DONE = new Set(['left', 'cancelled', 'sessionEnded', 'over', 'abandoned', 'declined', 'stayed']);

/** Screens that show how things are, and not what was done. */
const AS_IT_IS = /^showing(State|List)\b/;

/** Where a flow is over, or shows what it did, and yet leaves nothing that a later script would meet. */
const LEAVES_NOTHING: Readonly<Record<string, string>> = {
  'account-thaw/showingDone': 'The account was frozen for this script.',
  'allow-list/alreadyOff': 'It was off before.',
  'challenge/passed': 'Somebody is signed in.',
  'confirmation/executed': 'The host says it: a withdrawal is in process, or a stake is decided.',
  'deposit/notApproved': 'Nothing is credited.',
  'email-verification/alreadyVerified': 'The address was verified before.',
  'email-verification/verified': 'The members of the demo club have verified their addresses.',
  'freeze-link/showingObjection': 'The account is as it was; support is told.',
  'notice-settings/saved': 'No other script looks at these emails, and this one chooses each again.',
  'passkeys/removed': 'The passkey was added for this script.',
  'sign-in/signedIn': 'Somebody is signed in.',
  'sign-out/signedOut': 'Nobody is signed in.',
  'sign-out/signedOutHere': 'Nobody is signed in.',
  'sign-up/showingDone': 'There is a new member, and nobody is signed in.',
  'username-recovery/showingDone': 'A mail was sent.',
};

const shown = flows.flatMap((cases) =>
  [...graphOf(cases).nodes.values()]
    .filter(({ state, status }) => status === 'done' || (state.startsWith('showing') && !AS_IT_IS.test(state)))
    .filter(({ state }) => !NOTHING_DONE.has(state))
    .map(({ state }) => `${cases.machine.id}/${state}`),
);

describe('what a script leaves behind', () => {
  it('is told for each end of each flow, or that end is known to leave nothing', () => {
    const known = [...LEAVING, ...Object.keys(LEAVES_NOTHING)];
    expect(known.toSorted()).toEqual([...new Set(shown)].toSorted());
  });

  it.each(cultures)('has its own words in %s', (culture) => {
    const told = LEAVING.map((place) => wordsIn(culture).left(place, PASSPHRASE));
    expect(told.filter((text) => text.trim() === '')).toEqual([]);
  });

  it('is told at the end of a child flow’s script too: its host goes on by itself', () => {
    const untold = flows
      .filter(({ machine }) => machine.id === 'confirmation')
      .flatMap((cases) => pathsOf(cases).map((path) => ({ graph: graphOf(cases), path })))
      .filter(({ graph, path }) => graph.nodes.get(path.edges.at(-1)?.to ?? '')?.state === 'executed')
      .map(({ graph, path }) => scriptOf(graph, path, 'en-US'))
      .filter(({ undo }) => !undo.some((text) => /withdrawal that is in process|a decided stake/.test(text)));
    expect(untold.map(({ id }) => id)).toEqual([]);
  });
});
