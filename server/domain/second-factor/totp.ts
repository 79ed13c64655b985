import { FIGURES } from '#openapi/figures.ts';
import { Secret, TOTP } from 'otpauth';
import { MS_PER_SECOND } from '#server/platform/system/clock.ts';

const STEP_SECONDS = 30;
const DIGITS = FIGURES.codeDigits;
/** The step before and the step after are accepted too, for clocks that differ (S-08). */
const WINDOW_STEPS = 1;
const ISSUER = 'Perch';

/**
 * Checks a 6-digit code against a secret at a moment.
 *
 * @returns the number of the 30-second step that the code belongs to, or null if it is wrong
 */
export function totpStep(secret: Buffer, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = createTotp(secret).validate({ token: code, window: WINDOW_STEPS, timestamp: now.getTime() });
  return delta === null ? null : Math.floor(now.getTime() / MS_PER_SECOND / STEP_SECONDS) + delta;
}

/** The secret as members type it into an app, and the `otpauth://` address of its QR code. */
export function totpBinding(secret: Buffer, username: string): { secret: string; uri: string } {
  const totp = createTotp(secret, username);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

function createTotp(secret: Buffer, label?: string): TOTP {
  return new TOTP({
    issuer: ISSUER,
    ...(label === undefined ? {} : { label }),
    algorithm: 'SHA1',
    digits: DIGITS,
    period: STEP_SECONDS,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  });
}

/**
 * A code as typed, without the blanks and hyphens that people and apps insert. Digits of other scripts stay as they are
 * and match no code (S-08); the screen's field turns full-width ones into ASCII before they are sent.
 */
export function typedCode(code: string): string {
  return code.replace(/[\s\p{Dash}]/gu, '');
}
