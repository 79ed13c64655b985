// Runs in a WebKit page before everything else: a clock that runs by itself, and that a test may stop or advance.
import { install } from '@sinonjs/fake-timers';

declare global {
  interface Window {
    testClock?: {
      readonly forward: (milliseconds: number) => void;
      readonly pause: (moment: number) => void;
      readonly resume: () => void;
    };
    /** How far the clock is ahead of the machine's, and the time at which it is stopped; null if it runs. */
    testClockAt?: { readonly ahead: number; readonly paused: number | null };
  }
}

/** How often the clock is advanced by the time that has passed. */
const TICK_MS = 10;

const { ahead, paused } = window.testClockAt ?? { ahead: 0, paused: null };
const every = window.setInterval.bind(window);
const passed = performance.now.bind(performance);

const clock = install({
  now: paused ?? Date.now() + ahead,
  toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
});
let stands = paused !== null;
let last = passed();

every(() => {
  const now = passed();
  if (!stands) clock.tick(Math.max(0, now - last));
  last = now;
}, TICK_MS);

window.testClock = {
  forward: (milliseconds) => clock.jump(milliseconds),
  pause: (moment) => {
    stands = true;
    clock.jump(Math.max(0, moment - Date.now()));
  },
  resume: () => {
    stands = false;
  },
};
