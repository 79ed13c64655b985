import { isCall } from '#machines/graph/explore.ts';
import { unsafeCalls } from '#walk/paths/flows.ts';
import { answers, ends, type Sentence } from './specification.ts';

/** Answers that are more than a refusal: what the screen shows of the server's record is no longer true. */
const OUT_OF_DATE = ['notCancellable', 'alreadyDone', 'riskChanged', 'seatTaken'];

/** How a flow must react if a record of the server has changed while the member was looking at it. */
export const sentencesOfReading: readonly Sentence[] = [
  {
    source: 'P-3, P-4',
    says: 'an answer that says that the record has changed is followed by reading it again, not by showing the old one',
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
