import { termsForm, termsLeft, withSoundTerms } from '../chart/code-terms.ts';
import { either, exactly, orNull, record, text, type Form } from '../chart/stored-form.ts';
import type { EmailChangeCheckpoint, EmailChangeContext, EmailChangeInput } from './email-change.types.ts';

type Step = EmailChangeCheckpoint['step'];

/** The URL of each step that a reload may return to. */
export const routes = {
  linkSent: '/ChangeEmail1?step=sent',
  enteringNewEmail: '/ChangeEmail2',
  enteringCode: '/ChangeEmail3',
  changingEmail: '/ChangeEmail3',
} as const satisfies Record<Step, string>;

/** The context to start with: what an interrupted run knew, if there was one. */
export function begin({ key, link, resume }: EmailChangeInput): EmailChangeContext {
  return {
    key: resume?.key ?? key,
    email: resume !== null && 'email' in resume ? resume.email : '',
    terms: resume?.step === 'enteringCode' ? resume.terms : null,
    link,
    bound: false,
    resume,
    problem: null,
  };
}

type At<TStep extends Step> = Extract<EmailChangeCheckpoint, { readonly step: TStep }>;
const head = { version: exactly(1), key: text } as const;

/** What is stored of the flow has this form. */
export const checkpointForm: Form<EmailChangeCheckpoint> = either(
  either(
    record<At<'linkSent'>>({ ...head, step: exactly('linkSent') }),
    record<At<'enteringNewEmail'>>({ ...head, step: exactly('enteringNewEmail'), email: text }),
  ),
  either(
    record<At<'enteringCode'>>({ ...head, step: exactly('enteringCode'), email: text, terms: orNull(termsForm) }),
    record<At<'changingEmail'>>({ ...head, step: exactly('changingEmail'), email: text }),
  ),
);

/**
 * The checkpoint to resume from, as stored `age` milliseconds ago; null if it is malformed or of another version. A
 * step is resumed only if its URL is still open, not on a new visit; the outcome of a change that was sent is requested
 * at whichever page the member reopens the flow.
 * @param at path and step of the current URL.
 */
export function resumable(stored: unknown, age: number, at: string): EmailChangeCheckpoint | null {
  const checkpoint = withSoundTerms(stored);
  if (!checkpointForm(checkpoint)) return null;
  const { step } = checkpoint;
  if (step !== 'changingEmail' && routes[step].toLowerCase() !== at.toLowerCase()) return null;
  return checkpoint.step === 'enteringCode' ? { ...checkpoint, terms: termsLeft(checkpoint.terms, age) } : checkpoint;
}
