import { useCallback } from 'react';
import type { Problem } from '#machines/chart/problem.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { areFewCodes } from '#src/flow/few-codes.ts';
import { dataOf } from '#src/reads/answers.ts';
import { useAllowList } from '#src/reads/use-allow-list.ts';
import { useMember } from '#src/reads/use-member.ts';
import { useRead, type Reading } from '#src/reads/use-read.ts';
import { useServices } from '#src/services/services.ts';

type Schemas = components['schemas'];

/** What counts for the level, in the order in which a member should see to it. */
export const CHECKS = ['email', 'app', 'codes', 'passkey', 'allowList', 'phrase'] as const;
export type Check = (typeof CHECKS)[number];

/** What protects the account: which checks are met, and how many codes and passkeys there are. */
export interface Protection {
  readonly met: Readonly<Record<Check, boolean>>;
  readonly codesLeft: number;
  readonly passkeys: number;
  /** When withdrawals go to any address again; null unless that was asked for. */
  readonly allowListEnds: string | null;
}

/** What the checks are made of, each part read separately. */
interface ProtectionReads {
  readonly member: Reading<Schemas['UserInfo']>;
  readonly factor: Reading<Schemas['TwoFactorInfo']>;
  readonly passkeys: Reading<Schemas['PasskeyList']>;
  readonly allowList: Reading<Schemas['AllowList']>;
  readonly phrase: Reading<Schemas['EmailPhrase']>;
}

/** Everything that the page reads. The panels below the checks share what the checks are made of. */
interface SecurityReads extends ProtectionReads {
  readonly sessions: Reading<Schemas['SessionList']>;
}

/** Reads what protects the account of a member who is being read. */
export function useProtectionReads(member: ProtectionReads['member']): ProtectionReads {
  const { api } = useServices();
  const factor = useCallback((signal: AbortSignal) => dataOf(api.GET('/account/twoFactorInfo', { signal })), [api]);
  const passkeys = useCallback((signal: AbortSignal) => dataOf(api.GET('/account/passkeys', { signal })), [api]);
  const phrase = useCallback((signal: AbortSignal) => dataOf(api.GET('/account/emailPhrase', { signal })), [api]);
  return {
    member,
    factor: useRead('second factor', factor),
    passkeys: useRead('passkeys', passkeys),
    allowList: useAllowList(),
    phrase: useRead('email phrase', phrase),
  };
}

/** Reads what protects the account, and where it is signed in. */
export function useSecurityReads(): SecurityReads {
  const { api } = useServices();
  const sessions = useCallback((signal: AbortSignal) => dataOf(api.GET('/account/sessions', { signal })), [api]);
  return { ...useProtectionReads(useMember()), sessions: useRead('sessions', sessions) };
}

/** What the checks are made of: still loading, failed in a part, or known. */
export type Checked =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly problem: Problem; readonly retry: () => void }
  | { readonly state: 'ready'; readonly value: Protection };

/** The checks, once every part of them is known. */
export function checkedOf({ member, factor, passkeys, allowList, phrase }: ProtectionReads): Checked {
  for (const { result, retry } of [member, factor, passkeys, allowList, phrase])
    if (result.state === 'failed') return { state: 'failed', problem: result.problem, retry };
  if (
    member.result.state !== 'ready' ||
    factor.result.state !== 'ready' ||
    passkeys.result.state !== 'ready' ||
    allowList.result.state !== 'ready' ||
    phrase.result.state !== 'ready'
  )
    return { state: 'loading' };
  const { enabled, recoveryCodesLeft: codesLeft } = factor.result.value;
  const { length: count } = passkeys.result.value.items;
  return {
    state: 'ready',
    value: {
      met: {
        email: member.result.value.emailVerified,
        app: enabled,
        codes: !areFewCodes(codesLeft),
        passkey: count > 0,
        allowList: allowList.result.value.state !== 'off',
        phrase: phrase.result.value.set,
      },
      codesLeft,
      passkeys: count,
      allowListEnds: allowList.result.value.offAt,
    },
  };
}

/** The checks that count. Without an app there are no recovery codes to have too few of. */
export function checksOf({ met }: Protection): readonly Check[] {
  return CHECKS.filter((check) => check !== 'codes' || met.app);
}
