import { exactly, figure, flag, oneOf, orNull, record, text } from '../chart/stored-form.ts';
import { aged, draftHead, openForm } from '../confirmation/open-draft.ts';
import type {
  RestakeCheckpoint,
  RestakeContext,
  RestakeDraft,
  RestakeStep,
  StakeOption,
  StakeOptions,
} from './restake.types.ts';

/** Whether the option can be chosen: the stake has matured, and the option would move more than zero. */
export function isPossible(options: StakeOptions | null, option: StakeOption): boolean {
  return options?.choices.some((choice) => choice.option === option && choice.possible) ?? false;
}

/** Whether the stake is still running, so that nothing can be chosen yet. */
export function isRunning({ options }: RestakeContext): boolean {
  return options?.stake.state === 'running';
}

/** Whether the choice was made before. */
export function isDecided({ options }: RestakeContext): boolean {
  return options?.stake.state === 'restaked' || options?.stake.state === 'withdrawn';
}

const optionForm = oneOf<StakeOption>({ full: true, mpOnly: true, withdraw: true });

/** What is stored of the flow has this form. */
export const checkpointForm = record<RestakeCheckpoint>({
  version: exactly(1),
  step: oneOf<RestakeStep>({ choosing: true, reviewing: true, confirming: true }),
  stakeId: text,
  option: orNull(optionForm),
  open: orNull(
    openForm<RestakeDraft>({
      ...draftHead,
      stake: record<RestakeDraft['stake']>({
        id: text,
        receiptId: text,
        stage: figure,
        state: oneOf<RestakeDraft['stake']['state']>({ running: true, matured: true, restaked: true, withdrawn: true }),
        option: orNull(optionForm),
        amountUsd: text,
        stakedUsdt: text,
        stakedMp: text,
        accruedMp: text,
        dailyRate: text,
        days: figure,
        daysLeft: figure,
        startedAt: text,
        endsAt: text,
        previousId: orNull(text),
        nextId: orNull(text),
      }),
      choice: record<RestakeDraft['choice']>({
        option: optionForm,
        possible: flag,
        stakedUsdt: text,
        stakedMp: text,
        amountUsd: text,
        returnedUsdt: text,
        returnedMp: text,
        days: orNull(figure),
        endsAt: orNull(text),
        dailyRate: orNull(text),
      }),
    }),
  ),
});

/**
 * The checkpoint to resume from, as stored `age` milliseconds ago; null if it is malformed or of another version. If
 * the draft has expired, what was chosen remains.
 */
export function resumable(stored: unknown, age: number): RestakeCheckpoint | null {
  if (!checkpointForm(stored)) return null;
  const { step, open } = stored;
  const choosing: RestakeCheckpoint = { ...stored, step: 'choosing', open: null };
  if (step === 'choosing' || open === null) return choosing;
  // A confirmed draft may have been carried out, so it is read again however old it is.
  const later = aged(open, age);
  return step === 'reviewing' && later.lifetime === 0 ? choosing : { ...stored, open: later };
}
