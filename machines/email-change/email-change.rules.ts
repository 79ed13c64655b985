import { termsLeft, type CodeTerms } from '../chart/code-terms.ts';
import type { EmailChangeCheckpoint, EmailChangeContext, EmailChangeInput } from './email-change.types.ts';

type Step = EmailChangeCheckpoint['step'];

/** The address of each step that a reload may come back to. */
export const routes = {
  linkSent: '/ChangeEmail1?step=sent',
  enteringNewEmail: '/ChangeEmail2',
  enteringCode: '/ChangeEmail3',
  changingEmail: '/ChangeEmail3',
} as const satisfies Record<Step, string>;

/** How the flow begins: with what the interrupted run knew, where there was one. */
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

/**
 * The checkpoint to go on from, out of what was stored `age` milliseconds ago; null if it is damaged or of another
 * version. A step is only gone on from where the member is still at its address, not on a new visit; a change that was
 * sent is asked for wherever they come back.
 * @param at path and step of the present address.
 */
export function resumable(stored: unknown, age: number, at: string): EmailChangeCheckpoint | null {
  const checkpoint = stored as { readonly [K in 'version' | 'step' | 'key' | 'email' | 'terms']?: unknown } | null;
  if (checkpoint?.version !== 1 || typeof checkpoint.key !== 'string') return null;
  const { step, key, email } = checkpoint;
  const known = (Object.keys(routes) as Step[]).find((name) => name === step);
  if (known === undefined || (known !== 'changingEmail' && routes[known].toLowerCase() !== at.toLowerCase()))
    return null;
  if (known === 'linkSent') return { version: 1, step: known, key };
  if (typeof email !== 'string') return null;
  if (known !== 'enteringCode') return { version: 1, step: known, key, email };
  return { version: 1, step: known, key, email, terms: termsLeft(checkpoint.terms as CodeTerms | null, age) };
}
