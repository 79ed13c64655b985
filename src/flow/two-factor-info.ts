import { readAnswers } from '#src/api/problems.ts';
import type { MemberFailure } from '#machines/chart/problem.ts';
import type { Services } from '#src/services/services.ts';
import { settle } from '#src/api/settle.ts';

type Outcome = { readonly kind: 'off' } | { readonly kind: 'on' } | MemberFailure;

/** Whether an app is bound, for flows that then require its code. */
export function getTwoFactorInfo({ api }: Services, signal: AbortSignal): Promise<Outcome> {
  return settle<'getTwoFactorInfo', Outcome>(api.GET('/account/twoFactorInfo', { signal }), {
    ...readAnswers,
    200: ({ enabled }) => ({ kind: enabled ? 'on' : 'off' }),
  });
}
