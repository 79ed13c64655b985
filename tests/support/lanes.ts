// Clubs that tests take turns on: each has a server, a database and a clock of its own, so that what one test arranges
// is not felt by another that runs at the same time.
import type { Browser } from 'playwright-core';
import { launchBrowser } from '#tests/browser/engines/engine.ts';
import { openClub, type Club } from './club.ts';

/** A browser and a club that nobody else uses meanwhile. */
export interface Lane {
  readonly browser: Browser;
  readonly club: Club;
}

/**
 * As many walks at once as a usual machine has cores for: each keeps one busy, three quarters of it the browser's work.
 */
export const LANES = 2;

export class Lanes {
  private readonly browser: Browser;
  private readonly clubs: readonly Club[];
  private readonly free: Club[];
  private readonly waiting: ((club: Club) => void)[] = [];

  private constructor(browser: Browser, clubs: readonly Club[]) {
    this.browser = browser;
    this.clubs = clubs;
    this.free = [...clubs];
  }

  static async open(count = LANES): Promise<Lanes> {
    const browser = await launchBrowser();
    return new Lanes(browser, await Promise.all(Array.from({ length: count }, () => openClub())));
  }

  /** Does `work` on the first lane that is free. */
  async use<T>(work: (lane: Lane) => Promise<T>): Promise<T> {
    const club = this.free.pop() ?? (await new Promise<Club>((resolve) => this.waiting.push(resolve)));
    try {
      return await work({ browser: this.browser, club });
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.free.push(club);
      else next(club);
    }
  }

  async close(): Promise<void> {
    await this.browser.close();
    await Promise.all(this.clubs.map((club) => club.close()));
  }
}
