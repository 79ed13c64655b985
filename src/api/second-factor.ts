import type { components } from '#openapi/api.gen.d.ts';

/**
 * What a member typed into the single field for a code of the app or a recovery code, as the server expects it: six
 * digits are a code of the app, anything else is a recovery code, which has sixteen letters.
 */
export function proofTyped(typed: string): components['schemas']['SecondFactorProof'] {
  const code = typed.normalize('NFKC').trim();
  return { method: /^\d{6}$/.test(code.replace(/[\s\p{Dash}]/gu, '')) ? 'totp' : 'recoveryCode', code };
}
