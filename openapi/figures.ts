/**
 * How long something lasts and how much of it there is, as the server keeps it and as texts say it: a text in
 * `locales/` has the name of one, such as `{{holdHours}}`, so that it can't say anything else.
 */
export const FIGURES = {
  /** How long money is held after a change of an account (S-12). */
  holdHours: 24,
  /** How long a withdrawal address is marked as new. */
  newAddressHours: 24,
  /** How long a link that freezes an account works. */
  freezeLinkDays: 7,
  /** How long any other link works. */
  linkMinutes: 30,
  /** How long until the same email can be sent again. */
  resendSeconds: 60,
  /** How long a session lasts without use. */
  idleMinutes: 60,
  /** How long recovery codes are shown again to whoever lost the answer. */
  secretMinutes: 10,
  /** After how many days a payment counts as seen. */
  seenDays: 30,
  codeDigits: 6,
  recoveryCodes: 10,
} as const satisfies Readonly<Record<string, number>>;

/** A text with its figures in place of their names. */
export const withFigures = (text: string): string =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    Object.hasOwn(FIGURES, name) ? String(FIGURES[name as keyof typeof FIGURES]) : whole,
  );
