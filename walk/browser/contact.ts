// Writing to support in the browser: how the real server is brought to each of its answers, and what a person types for
// it.
import { OPEN_INQUIRIES } from '#server/domain/inquiries/limits.ts';
import { openInquiry } from '#server/domain/inquiries/steps.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { after, type Answering, type Answers, type Typist } from './answering.ts';
import type { Stage } from './stage.ts';

const NO_RECEIPT = 'W-0000-0000';

/** Closes all open inquiries, whatever the path did before. */
async function closeAll(stage: Stage): Promise<void> {
  const { id } = await stage.member(false);
  await stage.club.db.updateTable('inquiries').set({ status: 'closed' }).where('member_id', '=', id).execute();
}

/** While the call is answered, the most inquiries that may be open are open. */
async function tooMany({ stage, route }: Answering): Promise<void> {
  const { id: memberId } = await stage.member(false);
  const { db, services } = stage.club;
  const writer = { call: { requestId: 'walk', device: '' }, sessionId: null, operator: null };
  await inTransaction(db, async (trx) => {
    for (let number = 0; number < OPEN_INQUIRIES; number += 1)
      await openInquiry(trx, services, { memberId, category: 'other', receiptId: null, text: 'One of many', writer });
  });
  const response = await route.fetch();
  await closeAll(stage);
  await route.fulfill({ response });
}

export const contactAnswers: Answers = {
  createInquiry: { sent: after(({ stage }) => closeAll(stage)), tooMany },
};

export const contactTypists: Readonly<Record<string, Typist>> = {
  'contact SUBMIT_FORM': ({ outcome }) =>
    Promise.resolve({
      category: 'withdrawal',
      text: 'When will it be paid out?',
      receipt: outcome === 'receiptNotFound' ? NO_RECEIPT : '',
    }),
};
