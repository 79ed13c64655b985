// Which statements are prepared: those that come again and again. PostgreSQL needs longer to plan most statements of a
// call than to carry them out.
import { createHash } from 'node:crypto';

/** A statement is prepared from its fifth use on: most texts of jobs and operators come once. */
const USES = 5;
/** Each connection keeps all of their plans, some ten kilobytes each. Later texts are planned each time. */
const MOST = 200;
/** Texts whose uses are counted at once. A list of another length is another text, so there is no end of them. */
const MOST_COUNTED = 1000;

/** Every movement of money, from its first use on. */
const ALWAYS = 'post_journal(';
const PLANNED = /^\s*(?:select|insert|update|delete|with)\b/i;
/**
 * All columns of a table: prepared, such a statement fails as soon as a newer version of the program adds one, while
 * this one still serves. `count(*)` does not count as one.
 */
const ALL_COLUMNS = /(?<!\()\*/;

/** The names of one process's prepared statements. Each stands for its text, on whichever connection it is used. */
export class PreparedNames {
  private readonly names = new Map<string, string>();
  private readonly uses = new Map<string, number>();

  /** Counts a use of a statement. @returns the name to prepare it under; null if it is planned each time */
  nameOf(text: string): string | null {
    const known = this.names.get(text);
    if (known !== undefined) return known;
    if (!text.includes(ALWAYS)) {
      if (this.names.size >= MOST || !PLANNED.test(text) || ALL_COLUMNS.test(text)) return null;
      const uses = (this.uses.get(text) ?? 0) + 1;
      if (uses < USES) {
        if (this.uses.size >= MOST_COUNTED) this.uses.clear();
        this.uses.set(text, uses);
        return null;
      }
      this.uses.delete(text);
    }
    const name = createHash('sha256').update(text).digest('base64url');
    this.names.set(text, name);
    return name;
  }
}
