import { answers, endOf, isEvent, isOutcome, offers, type Sentence } from './specification.ts';
import { leavingOf, shortest } from '#machines/graph/ways.ts';
import type { Node } from '#machines/graph/explore.ts';

const sendsSignature = ({ running, meta }: Node): boolean =>
  running.includes('confirmDraft') && meta?.screen === 'confirmation-device';

/** How a draft is confirmed: with which code, with what a device has signed, and what counts as done. */
export const sentencesOfConfirmation: readonly Sentence[] = [
  {
    source: 'D-08',
    says: 'another code can be requested only if codes are mailed',
    flows: ['confirmation'],
    against: (flow) =>
      flow.where(
        (edge, from, to) =>
          isEvent(edge, 'RESEND_CODE') &&
          to.running.includes('sendDraftCode') !==
            ((from.snapshot.context as { readonly method: string }).method === 'email'),
      ),
  },
  {
    source: 'D-08',
    says: 'what a device has signed is sent only from where it was asked, and once: for another one there is a new challenge',
    flows: ['confirmation'],
    against: (flow) => [
      ...flow.where(
        (edge, from, to) =>
          sendsSignature(to) &&
          !sendsSignature(from) &&
          !(isEvent(edge, 'DEVICE_SIGNED') && from.meta?.screen === 'confirmation-device'),
      ),
      ...flow.where(
        (edge, from, to) =>
          offers(flow, to).includes('DEVICE_SIGNED') &&
          !isOutcome(edge, 'beginDraftPasskey', 'begun') &&
          !offers(flow, from).includes('DEVICE_SIGNED'),
      ),
    ],
  },
  {
    source: 'P-3',
    says: 'a confirmation that resumes carries out nothing until the member presses',
    flows: ['confirmation'],
    against: ({ graph }) =>
      graph.edges
        .filter(({ step }) => step.kind === 'start' && graph.cases.starts[step.name]?.hosts !== undefined)
        .filter(
          ({ to }) =>
            shortest(
              to,
              leavingOf(graph),
              ({ started }) => started.includes('confirmDraft'),
              ({ step }) => step.kind !== 'event',
            ) !== null,
        )
        .map(({ to }) => to),
  },
  {
    source: 'F-10, P-3',
    says: 'only an executed draft ends its flow as executed',
    flows: ['confirmation'],
    against: (flow) => flow.where((edge, _from, to) => answers(edge, 'executed') !== (endOf(to) === 'executed')),
  },
];
