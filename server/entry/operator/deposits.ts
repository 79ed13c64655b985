// Deposits from the command line.
import { approveDeposit } from '#server/domain/deposits/payments.ts';
import type { Commands } from './command.ts';
import { listRecords, onRecord } from './records.ts';
import { toldText } from './told.ts';

export const depositCommands: Commands = {
  'deposits list': {
    usage: 'deposits list',
    help: 'deposits that are under way or wait for approval',
    empty: 'No deposit is under way, and none waits for approval.',
    run: (asked) => listRecords(asked, 'deposit', ['inProcess', 'notApproved']),
  },
  'deposits approve': {
    usage: 'deposits approve REFERENCE',
    help: 'credit a deposit that was below the minimum',
    run: (asked) =>
      onRecord(asked, 'deposit', `credited; ${toldText('deposits approve')}`, (trx, services, id) =>
        approveDeposit(trx, services, { id, operator: asked.operator, call: asked.call }),
      ),
  },
};
