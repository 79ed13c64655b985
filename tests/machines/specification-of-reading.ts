import { isCall } from '#machines/graph/explore.ts';
import { unsafeCalls } from '#walk/paths/flows.ts';
import { answers, ends, type Sentence } from './specification.ts';

/** Answers that say more than no: what the screen shows of the server's record is not so any more. */
const OUT_OF_DATE = ['notCancellable', 'alreadyDone', 'riskChanged', 'seatTaken'];

/** What a flow owes to a record of the server that has changed under the eyes of its member. */
export const sentencesOfReading: readonly Sentence[] = [
  {
    source: 'P-3, P-4',
    says: 'an answer that says that what is shown has changed is followed by reading it again, not by showing it again',
    against: (flow) =>
      flow.where(
        (edge, _from, to) =>
          edge.step.kind === 'outcome' &&
          unsafeCalls.has(edge.step.actor) &&
          answers(edge, ...OUT_OF_DATE) &&
          !ends(to) &&
          !to.running.some((name) => isCall(flow.graph.cases.machine, name) && !unsafeCalls.has(name)),
      ),
  },
];
