/**
 * The server's figures that members read in texts (D-04): both sides take them from here. A text of `locales/` names
 * one as `{{holdHours}}`, a mail or a text of the club as `{holdHours}`; nobody has to pass it.
 */
export const FIGURES = {
  /** Hours for which money sent to others waits after a change that a thief would make. */
  holdHours: 24,
  /** Minutes for which a mailed code is valid. */
  codeMinutes: 10,
  /** Minutes for which a mailed link is valid. */
  linkMinutes: 30,
  /** Codes of one kind that a signed-in member may have mailed within an hour without using them. */
  codesPerHour: 10,
  /** Seconds until another code may be requested. */
  resendSeconds: 60,
  /** Recovery codes that are made when the second factor is turned on. */
  recoveryCodes: 10,
  /** Minutes without a call after which a session ends. */
  sessionIdleMinutes: 60,
  /** Hours after which a session ends in any case. */
  sessionHours: 12,
  /** Days for which the link in a security email freezes the account. */
  freezeLinkDays: 7,
  /** Days after which a withdrawal that was paid out closes by itself. */
  seenAfterDays: 30,
  /** Hours for which a saved address is marked as new. */
  newAddressHours: 24,
  /** Requests for deposits of one asset that may wait for their payment at once. */
  openDeposits: 5,
  /** Minutes for which recovery codes are shown again to a caller who lost the answer. */
  secretMinutes: 10,
  /** Digits of a code, mailed or of an app. */
  codeDigits: 6,
  /** Hours that support waits before it removes an authenticator app or changes an address. */
  supportWaitHours: 72,
} as const;

/** A text with its figures in place of their names, as `locales/` or as a mail writes them. */
export const withFigures = (text: string): string =>
  text.replace(/\{\{?(\w+)\}\}?/g, (whole, name: string) =>
    Object.hasOwn(FIGURES, name) ? String(FIGURES[name as keyof typeof FIGURES]) : whole,
  );
