import type { CodeTerms } from '#machines/chart/code-terms.ts';
import type { Problem } from '#machines/chart/problem.ts';
import { useServices } from '#src/services/services.ts';
import { MailCode } from '#src/ui/mail-code.tsx';
import { mailWaitEnd } from './wait.ts';

interface MailedCodeProps {
  /** Where the code went. */
  readonly address: string;
  /** How long it is good, and when another may be asked for; null if nobody knows any more. */
  readonly terms: CodeTerms | null;
  /** What the last answer was refused for; null if it was not. */
  readonly problem: Problem | null;
  readonly busy: 'checking' | 'sending' | null;
  readonly send: (
    event: { readonly type: 'SUBMIT_CODE'; readonly code: string } | { readonly type: 'RESEND_CODE' | 'BACK' },
  ) => void;
  /** What the control is called that sends the code, where that is more than checking it. */
  readonly submit?: string;
}

/** The step of a flow that asks for a code out of a mail. */
export function MailedCode({ problem, send, ...code }: MailedCodeProps) {
  const { now } = useServices();
  return (
    <MailCode
      {...code}
      now={now}
      refusedUntil={mailWaitEnd(problem, now)}
      onSubmit={(typed) => send({ type: 'SUBMIT_CODE', code: typed })}
      onResend={() => send({ type: 'RESEND_CODE' })}
      onBack={() => send({ type: 'BACK' })}
    />
  );
}
