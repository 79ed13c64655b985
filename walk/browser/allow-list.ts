// Withdrawals only to saved addresses in the browser: how the real server is brought to each answer, and what a person
// types.
import { secondsAfter } from '#server/platform/system/clock.ts';
import { after, WRONG_CODE, type Answer, type Answering, type Answers, type Typist } from './answering.ts';
import { free } from './funds.ts';
import type { Stage } from './stage.ts';

const HOUR_SECONDS = 3600;

/** Since when it is on, and until when; by the hours from now. */
async function setLimit(stage: Stage, { on, offIn = null }: { on: boolean; offIn?: number | null }): Promise<void> {
  const { db, services } = stage.club;
  const { id } = await stage.member(false);
  const now = services.clock.now();
  await db
    .updateTable('members')
    .set({
      allow_list_on_at: on ? secondsAfter(now, -2 * HOUR_SECONDS) : null,
      allow_list_off_at: offIn === null ? null : secondsAfter(now, offIn * HOUR_SECONDS),
    })
    .where('id', '=', id)
    .execute();
}

const bound = async ({ stage }: Answering, app: boolean): Promise<void> => {
  const { id } = await stage.member(false);
  await (app ? stage.bind(id) : stage.unbind(id));
};

const found = (limit: Parameters<typeof setLimit>[1], app: boolean): Answer =>
  after(async (answering) => {
    await setLimit(answering.stage, limit);
    await bound(answering, app);
  });

/** An app was bound in another tab. */
const codeNeeded: Answer = after((answering) => bound(answering, true));

/** The wait that was begun in another tab is over. */
const alreadyOff: Answer = after(({ stage }) => setLimit(stage, { on: true, offIn: -1 }));

export const allowListAnswers: Answers = {
  getAllowList: {
    unlimited: found({ on: false }, false),
    unlimitedWithApp: found({ on: false }, true),
    limited: found({ on: true }, false),
    limitedWithApp: found({ on: true }, true),
    turningOff: found({ on: true, offIn: 1 }, false),
  },
  turnOnAllowList: { codeNeeded },
  turnOffAllowList: { codeNeeded, alreadyOff },
  keepAllowList: { alreadyOff },
};

/** It is on while the server answers; a path may go on without it. */
export const savedOnlyMeanwhile: Answer = async (answering) => {
  const { stage, route } = answering;
  await free(stage);
  await setLimit(stage, { on: true });
  const response = await route.fetch();
  await setLimit(stage, { on: false });
  await route.fulfill({ response });
};

const passwordOf = async ({ stage, outcome }: Parameters<Typist>[0]): Promise<string> =>
  outcome === 'wrongPassword' ? 'not the password' : (await stage.member(false)).password;

export const allowListTypists: Readonly<Record<string, Typist>> = {
  'allow-list SUBMIT_PASSWORD': async (typing) => ({ password: await passwordOf(typing) }),
  'allow-list SUBMIT_WITH_CODE': async (typing) => ({
    password: await passwordOf(typing),
    code: typing.outcome === 'wrongCode' ? WRONG_CODE : typing.stage.freshCode(),
  }),
};
