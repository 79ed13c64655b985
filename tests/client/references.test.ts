/**
 * Every refusal that a member sees shows its reference (D-30): outcomes carry the problem, and messages
 * beside `ProblemAlert` show its reference.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FILES } from '#tests/style/repository.ts';
import { flows } from '#walk/paths/flows.ts';

/** Outcomes of a refusal without its problem: no screen says that something was refused. */
const SILENT: Readonly<Record<string, string>> = {
  alreadyDone: 'what was wanted is so already, and the flow goes on',
  alreadyVerified: 'what was wanted is so already, and the flow goes on',
  codeOfApp: 'the form asks for a code of the app instead',
  noSuchPasskey: 'it is gone already, and the list shows the others',
  expired: 'the chart says by its own clock that the time is over, whether or not the server has said so',
  keyUsed: 'the call is made again under another key',
  running: 'the server is asked for the outcome',
  sessionEnded: 'the member signs in again, and goes on from there',
  unverified: 'the next step is to verify the address',
};

interface Outcome {
  readonly output?: { readonly kind?: string; readonly problem?: unknown };
  readonly reply?: { readonly status: number };
}

const silent = (outcomes: Readonly<Record<string, Outcome>>): string[] =>
  Object.values(outcomes).flatMap(({ output, reply }) =>
    reply !== undefined && reply.status >= 400 && output?.problem === undefined ? [output?.kind ?? ''] : [],
  );

describe('an outcome of a refusal', () => {
  it('carries the problem, unless nothing is refused on the screen', () => {
    const found = flows.flatMap(({ outcomes }) =>
      Object.values(outcomes as Readonly<Record<string, Readonly<Record<string, Outcome>>>>).flatMap(silent),
    );
    expect([...new Set(found)].toSorted()).toEqual(Object.keys(SILENT).toSorted());
  });

  it('is found without it', () => {
    expect(silent({ taken: { output: { kind: 'taken' }, reply: { status: 409 } } })).toEqual(['taken']);
  });
});

/** Messages of no answer, by file. */
const OF_NO_ANSWER: Readonly<Record<string, string>> = {
  'src/flow/outcome-unknown.tsx': 'no answer came, or the call never arrived',
  'src/flows/freeze-link/screens/link-invalid.tsx': 'the link is incomplete, so nothing was asked',
  'src/flows/notice-settings/screens/on-this-device.tsx': 'the browser has answered, not the server',
  'src/flows/sign-up/screens/email.tsx': 'an earlier call has used the key, and the code is entered again',
  'src/flows/sign-up/screens/review.tsx': 'the free seat was found by another try, after the refusal',
  'src/flows/confirmation/screens/passkey.tsx': 'the device has answered, not the server',
  'src/flows/passkeys/screens/device.tsx': 'the device has answered, not the server',
  'src/flows/sign-out/screens/signed-out-here.tsx': 'no answer came',
  'src/flows/two-factor/screens/codes-form.tsx': 'the call never arrived',
  'src/flows/two-factor/screens/proof-form.tsx': 'the call never arrived',
  'src/flows/two-factor/screens/recovery-codes.tsx': 'the answer was good, and is lost',
  'src/pages/organization/member-page.tsx': 'the address of the page names no member, so nothing is asked',
  'src/pages/passkey-sign-in.page.tsx': 'the device has answered, not the server',
  'src/pages/receipt/withdrawal-panel.tsx': 'a payout is late; the text has the reference of the receipt',
};
const ALERT = /<Alert\b(?:[^>]|=>)*>/g;
const withoutReference = (source: string): number =>
  (source.match(ALERT) ?? []).filter((tag) => !tag.includes('reference=')).length;

describe('a message', () => {
  it('has a reference, unless no answer is behind it', () => {
    const files = FILES.filter((file) => /^src\/(?!ui\/).*\.tsx$/.test(file));
    const found = files.filter((file) => withoutReference(readFileSync(file, 'utf8')) > 0);
    expect(found.toSorted()).toEqual(Object.keys(OF_NO_ANSWER).toSorted());
  });

  it('is found without one', () => {
    expect(withoutReference('<Alert kind="warning" actions={() => go()} title={t(\'taken\')}>')).toBe(1);
    expect(withoutReference('<Alert title={t("taken")} reference={problem.reference}>')).toBe(0);
  });
});
