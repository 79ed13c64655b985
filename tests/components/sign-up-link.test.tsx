import { afterEach, beforeEach, expect, it } from 'vitest';
import { signUpCases } from '#machines/sign-up/sign-up.cases.ts';
import { rootOf } from '#walk/component/expect.ts';
import { press } from '#walk/component/hands.ts';
import { Stage } from '#walk/component/stage.tsx';

/** A referral link and what was typed since: which of the two counts after a reload (P-1). */

const LINK = '/Signup?introducer=K7Q2M9XA&position=left';
let stage: Stage;

beforeEach(async () => {
  stage = await Stage.open({ culture: 'en-US', strict: false, held: new Set() });
  await stage.visit(LINK);
  await isIn('enteringIntroducer.blank');
});
afterEach(() => stage.close());

async function isIn(state: string): Promise<void> {
  await stage.settle(() => rootOf('sign-up')?.dataset['state'] === state);
  expect(rootOf('sign-up')?.dataset['state']).toBe(state);
}

const field = () => document.querySelector<HTMLInputElement>('[name="introducer"]') as HTMLInputElement;

/** Names another introducer, checks the place and comes back. */
async function namesAnother(): Promise<void> {
  await stage.user.clear(field());
  await stage.user.click(field());
  await stage.user.paste('nori');
  const { reply } = signUpCases.outcomes.checkIntroducerAndSeatUser.found;
  if (reply !== undefined) stage.network.script('checkIntroducerAndSeatUser', reply);
  await press(stage, 'sign-up', 'SUBMIT_INTRODUCER');
  await isIn('choosingSeat.shown');
  await press(stage, 'sign-up', 'BACK');
  await isIn('enteringIntroducer.blank');
}

it('what was typed since counts, although the link is still in the URL', async () => {
  await namesAnother();
  expect(window.location.search).toBe('?introducer=K7Q2M9XA&position=left');
  await stage.reload();
  await isIn('enteringIntroducer.blank');
  expect(field().value).toBe('nori');
});

it('another link starts over', async () => {
  await namesAnother();
  window.history.pushState(null, '', '/Signup?introducer=W4TDCWV3');
  await stage.reload();
  await isIn('enteringIntroducer.blank');
  expect(field().value).toBe('W4TDCWV3');
});

it('the same link, opened again, starts over too', async () => {
  await namesAnother();
  window.history.pushState(null, '', LINK);
  await stage.reload();
  await isIn('enteringIntroducer.blank');
  expect(field().value).toBe('K7Q2M9XA');
});
