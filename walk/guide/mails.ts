// The mails that a path sends: the tester reads them next to the pictures.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Club } from '#fixtures/club/club.ts';

/** A mail as the tester meets it. */
export interface ActMail {
  readonly to: string;
  readonly subject: string;
  /** Its first lines. */
  readonly start: string;
  /** The file next to the report that has all of it. */
  readonly file: string;
}

/** How many lines of a mail the terminal shows. */
const FIRST_LINES = 2;

/** Everybody's mails since the path began. */
export class Mailbox {
  private readonly club: Club;
  private readonly known: Set<string>;

  private constructor(club: Club, known: readonly string[]) {
    this.club = club;
    this.known = new Set(known);
  }

  static async open(club: Club): Promise<Mailbox> {
    const mails = await club.db.selectFrom('mails').select('id').execute();
    return new Mailbox(
      club,
      mails.map(({ id }) => id),
    );
  }

  /** Those that came since the last call, each written to a file in the folder under the number of the act. */
  async news(folder: string, number: number): Promise<readonly ActMail[]> {
    const all = await this.club.db
      .selectFrom('mails')
      .select(['id', 'recipient', 'subject', 'body'])
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    const fresh = all.filter(({ id }) => !this.known.has(id));
    return fresh.map(({ id, recipient, subject, body }, index) => {
      this.known.add(id);
      const file = `${String(number).padStart(2, '0')}-mail${index === 0 ? '' : `-${index + 1}`}.txt`;
      writeFileSync(join(folder, file), `To: ${recipient}\nSubject: ${subject}\n\n${body}\n`);
      const lines = body.split('\n').filter((line) => line.trim() !== '');
      return { to: recipient, subject, start: lines.slice(0, FIRST_LINES).join(' '), file };
    });
  }
}
