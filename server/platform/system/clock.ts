/**
 * Tells the present moment. Injected everywhere, so that tests run days in milliseconds; no rule reads another clock.
 */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** How many milliseconds a second has. */
export const MS_PER_SECOND = 1000;
export const MINUTE_SECONDS = 60;
/** How many seconds an hour has. */
export const HOUR_SECONDS = 60 * MINUTE_SECONDS;
/** How many seconds a day has. */
export const DAY_SECONDS = 24 * HOUR_SECONDS;
/** How many milliseconds a day has. */
export const DAY_MS = DAY_SECONDS * MS_PER_SECOND;

/** The moment a number of seconds after another. */
export function secondsAfter(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * MS_PER_SECOND);
}

/** Whole seconds from one moment to a later one, rounded up and never below zero: what `Retry-After` needs. */
export function secondsUntil(now: Date, moment: Date): number {
  return Math.max(0, Math.ceil((moment.getTime() - now.getTime()) / MS_PER_SECOND));
}

/** Whole seconds that have passed from one moment to a later one, rounded down and never below zero. */
export function secondsBetween(moment: Date, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - moment.getTime()) / MS_PER_SECOND));
}

/** The later of two moments. */
export function later(a: Date, b: Date): Date {
  return a.getTime() >= b.getTime() ? a : b;
}

/** The earlier of two moments. */
export function earlier(a: Date, b: Date): Date {
  return a.getTime() <= b.getTime() ? a : b;
}
