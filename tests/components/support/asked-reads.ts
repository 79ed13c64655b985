// What a page asks in its reads: what the URL, a field or an earlier reply has told it, and nothing else. A scripted
// server answers any query, so a filter that is dropped, two parameters in each other's place, or the cursor of another
// list would pass unseen.
import { describedBy, misfits, parametersOf, type Expected } from '#walk/paths/contract.ts';

/** Values that the page chooses by itself. */
const OWN_VALUES: Readonly<Record<string, readonly string[]>> = {
  // As many as the chart draws at once.
  'getSeatTree.levels': ['4'],
  'getBalanceDays.days': ['30', '90', '365'],
  // The history of everything has no name in the URL.
  'listHistory.kind': ['all'],
  'exportHistory.kind': ['all'],
  // A press shows the other side, whichever it is.
  'getSeatBottom.position': ['left', 'right'],
  // On the pages of support and of signing up.
  'getContent.slug': ['identity', 'terms'],
};

/** Where a value may come from besides a field of its own name. */
const TOLD_AS: Readonly<Record<string, readonly string[]>> = {
  id: ['id', 'receiptId', 'stakeId', 'draftId', 'previousId', 'nextId', 'ticket'],
  seatNo: ['seatNo', 'parentSeatNo'],
  username: ['username', 'introducer', 'counterparty'],
  // The newest of the months in the list.
  period: ['0'],
};

/** Where a request is sent from. */
export interface Asking extends Expected {
  /** The URL of the page. */
  readonly from: URL;
  /** What the browser keeps of earlier pages, as one text. */
  readonly stored: string;
  /** The content of the page's fields. */
  readonly typed: readonly string[];
}

/** The reads of one opened app, compared with earlier replies. */
export class AskedReads {
  /** What is wrong, in words. */
  readonly problems: string[] = [];
  private readonly told = new Set<string>();
  private readonly cursors = new Map<string, string>();

  /** Compares a request with the description and with what the page can know. */
  ask(request: Request, body: string, asking: Asking): void {
    const described = describedBy(request);
    // What a test answers by itself may be outside the description.
    if (described === undefined || described.method !== 'get') return;
    const asked = parametersOf(described, request);
    const problems = [
      ...misfits(described, request, body, asking),
      ...Object.entries(asked).flatMap(([name, value]) => {
        const why = this.unknown(`${described.id}.${name}`, { name, value, request, asking });
        return why === null ? [] : [`${described.id}: ${name} is ${value}, ${why}.`];
      }),
      ...[...asking.from.searchParams].flatMap(([name, value]) =>
        described.queries.includes(name) && asked[name] === undefined
          ? [`${described.id}: the page is about the ${name} ${value}, which is not asked for.`]
          : [],
      ),
    ];
    this.problems.push(...problems);
  }

  /** Why the page can't know a value; null if it can. */
  private unknown(
    place: string,
    { name, value, request, asking }: { name: string; value: string; request: Request; asking: Asking },
  ): string | null {
    const { from, stored, typed } = asking;
    if (name === 'cursor') {
      const given = this.cursors.get(withoutCursor(request));
      return given === value ? null : `and the list was continued at ${given ?? 'nothing'} before`;
    }
    if (OWN_VALUES[place]?.includes(value) === true) return null;
    if (name === 'timeZone') return value === ownZone() ? null : `and this device is in ${ownZone()}`;
    const named = from.searchParams.get(name);
    if (named !== null) return named.trim() === value ? null : `the page is about ${named}`;
    const inUrl = [...from.pathname.split('/'), ...from.searchParams.values()].map((each) => each.toLowerCase());
    const isInUrl = inUrl.includes(value.toLowerCase());
    const isTyped = typed.some((text) => text.trim() === value);
    const isTold = (TOLD_AS[name] ?? [name]).some((field) => this.told.has(`${field} ${value}`));
    return isInUrl || isTyped || isTold || stored.includes(value) ? null : 'which nothing has told it';
  }

  /** Remembers what a reply says. */
  learn(request: Request, reply: unknown): void {
    const { nextCursor } = { ...(reply as { readonly nextCursor?: string | null } | null) };
    if (typeof nextCursor === 'string') this.cursors.set(withoutCursor(request), nextCursor);
    this.remember(reply);
  }

  private remember(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    for (const [field, inner] of Object.entries(value)) {
      if (typeof inner === 'object') this.remember(inner);
      else this.told.add(`${field} ${String(inner)}`);
    }
  }
}

/** The zone of the device, which is that of the process in a browser as well. */
const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A list with its filter, whatever the page of it. */
function withoutCursor({ url }: Request): string {
  const { pathname, searchParams } = new URL(url);
  const rest = [...searchParams].filter(([name]) => name !== 'cursor' && name !== 'culture');
  return `${pathname}?${new URLSearchParams(rest.toSorted()).toString()}`;
}

let opened: AskedReads[] = [];

/** The reads of an app that a test opens; what is wrong with them fails the test. */
export function watchReads(): AskedReads {
  const reads = new AskedReads();
  opened.push(reads);
  return reads;
}

/** What was wrong with the reads of the apps that were opened since it was last asked. */
export function wrongReads(): readonly string[] {
  const problems = opened.flatMap((reads) => reads.problems);
  opened = [];
  return problems;
}
