// The pictures of an act, with the tester's remarks.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { pictureOfWholePage } from '#walk/browser/whole-page.ts';
import type { Stage } from '#walk/browser/stage.ts';

/** An act, by its number, on the page of its stage. */
interface Pictured {
  readonly number: number;
  readonly stage: Pick<Stage, 'page'>;
}

/** The pictures of an act, the remarks about it, and the slips. */
export class Album {
  readonly files: string[] = [];
  readonly slips: string[] = [];
  readonly remarks: string[] = [];
  private readonly place: Pictured;
  private readonly folder: string;
  private last: Buffer | null = null;

  constructor(place: Pictured, folder: string) {
    this.place = place;
    this.folder = folder;
  }

  /** Takes a picture of the whole page; returns its file, or null if the page is gone. */
  async take(what: string): Promise<string | null> {
    const name = String(this.place.number).padStart(2, '0') + (what === '' ? '' : `-${what}`);
    const before = this.files.filter(
      (file) => file.startsWith(name) && /^(-\d+)?\.png$/.test(file.slice(name.length)),
    ).length;
    const file = `${name}${before === 0 ? '' : `-${before + 1}`}.png`;
    const path = join(this.folder, file);
    const picture = await pictureAtRest(this.place.stage.page).catch(() => null);
    if (picture === null) return null;
    // If the page has not changed since, one picture is enough.
    if (this.last?.equals(picture) === true) return join(this.folder, this.files.at(-1) ?? file);
    writeFileSync(path, picture);
    this.last = picture;
    this.files.push(file);
    return path;
  }

  /** Stores the tester's remark with a picture of what they see now. */
  async note(what: 'remark' | 'fail', text: string): Promise<void> {
    if (text !== '') this.remarks.push(text);
    await this.take(what);
  }
}

/** How often and at which distance a picture is taken until two are the same: parts of a screen may load late. */
const SHOTS = 4;
const BETWEEN_SHOTS_MS = 200;

async function pictureAtRest(page: Page): Promise<Buffer> {
  let picture = await pictureOfWholePage(page);
  for (let shot = 1; shot < SHOTS; shot += 1) {
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_SHOTS_MS));
    const next = await pictureOfWholePage(page);
    if (next.equals(picture)) break;
    picture = next;
  }
  return picture;
}
