import { termsForm, termsLeft, withSoundTerms } from '../chart/code-terms.ts';
import { either, exactly, orNull, record, text, type Form } from '../chart/stored-form.ts';
import type {
  EmailVerificationCheckpoint,
  EmailVerificationContext,
  EmailVerificationInput,
} from './email-verification.types.ts';

/** The context to start with: what an interrupted run knew, if there was one. */
export function begin({ key, resume }: EmailVerificationInput): EmailVerificationContext {
  return {
    key: resume?.key ?? key,
    terms: resume?.step === 'enteringCode' ? resume.terms : null,
    resume,
    problem: null,
  };
}

type At<TStep> = Extract<EmailVerificationCheckpoint, { readonly step: TStep }>;
const head = { version: exactly(1), key: text } as const;

/** What is stored of the flow has this form. */
export const checkpointForm: Form<EmailVerificationCheckpoint> = either(
  record<At<'enteringCode'>>({ ...head, step: exactly('enteringCode'), terms: orNull(termsForm) }),
  record<At<'verifyingCode'>>({ ...head, step: exactly('verifyingCode') }),
);

/**
 * The checkpoint to resume from, as stored `age` milliseconds ago; null if it is malformed or of another version. The
 * form of the code is resumed only if its URL is still open (`deep`), not on a new visit; the outcome of a call that
 * was sent is requested at whichever page the member reopens the flow.
 */
export function resumable(stored: unknown, age: number, deep: boolean): EmailVerificationCheckpoint | null {
  const checkpoint = withSoundTerms(stored);
  if (!checkpointForm(checkpoint)) return null;
  if (checkpoint.step === 'verifyingCode') return checkpoint;
  return deep ? { ...checkpoint, terms: termsLeft(checkpoint.terms, age) } : null;
}
