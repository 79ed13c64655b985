// The published sign-ins of the demo club. They exist in demo mode only, which main.ts decides.

export const DEMO_PASSWORD = 'perch-demo-passphrase';

/** Base 32, as typed into an authenticator app. */
export const DEMO_TOTP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

/** DEMO-CODE-0000-0001 to DEMO-CODE-0000-0010: published, so that a newcomer can try one. */
export const DEMO_RECOVERY_CODES = Array.from(
  { length: 10 },
  (_, index) => `DEMO-CODE-0000-${String(index + 1).padStart(4, '0')}`,
);

/** What `npm start` prints about signing in. */
export function demoSignInLines(): string[] {
  return [
    'Demo sign-ins (this machine only):',
    `  demo      ${DEMO_PASSWORD}`,
    `  demo2fa   ${DEMO_PASSWORD}   authenticator key ${DEMO_TOTP_SECRET}`,
    `            recovery codes ${DEMO_RECOVERY_CODES[0]} to ${DEMO_RECOVERY_CODES.at(-1)?.slice(-4)}, each works once`,
  ];
}
