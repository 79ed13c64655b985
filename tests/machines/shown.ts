// A member who moves money reads what moves: which screens must show which parts of the server's record that a flow
// holds.
import type { Fact } from '#machines/chart/facts.ts';
import type { AnyCases, Graph, Node } from '#machines/graph/explore.ts';
import { leavingOf } from '#machines/graph/ways.ts';

/**
 * What a screen is for, derived from the graph: the review leads to the confirmation, the code is requested in it,
 * everything else compares or watches.
 */
type Purpose = 'review' | 'code' | 'watch' | 'done';

/** A place where a flow holds a record of the server: a draft, or a deposit request. */
interface Place {
  readonly purpose: Purpose;
  /** For people. */
  readonly name: string;
  readonly context: object;
  /** The path to the record in the context. */
  readonly at: readonly string[];
  /** What the screen shows; null if the case tables name nothing. */
  readonly shows: ((context: never) => readonly Fact[]) | null;
}

/** Where the server's records are in the contexts of the charts. */
const RECORDS = [['open', 'draft'], ['deposit']] as const;

/**
 * The screens on which a draft is confirmed: what the browser asks says nothing of the draft, so they all must.
 */
const CONFIRMED_ON = ['confirmation-device', 'confirmation-stopped', 'confirmation-code'];

/** The other fields of a record, and where a member learns of them, if at all. */
const ELSEWHERE: readonly RegExp[] = [
  // Internal names and states of the server; the screen itself shows the state.
  /^(id|receiptId|state|status|ruleVersion)$/,
  // The countdown shows it (F-10), and the next step asks for the code.
  /^(expiresAt|expiresIn|secondFactor)$/,
  // A day is shown, not the hours or days until then.
  /^(completionHours|choice\.days)$/,
  // The stage identifies the stake that has unlocked; the options before it have shown the rest.
  /^stake\.(?!stage$)/,
  /^choice\.(possible|amountUsd)$/,
  // The QR code contains it; separate notices report delays and other requests.
  /^(paymentUri|delayedSince|sharedWith.*)$/,
  // Each step of the timeline has its time of day, or its date if it was another day.
  /^(createdAt|seenAt|creditedAt)$/,
];

/** What moves and to whom: on the receipt. The review, and where the code is typed, say all of the record. */
const MOVED = /(^|\.)(amount|fee|net|receive|amountUsdt|stakedMp|stakedUsdt|address|username)$/;
/** The rate of the movement is on the receipt too. */
const RATE = /^rate$/;
/** If an address resembles another, both are compared before anything else of the draft is shown. */
const COMPARED = /^(address|resembles\..+)$/;

/** What a flow leaves unsaid, in sentences; empty if everything required is shown. */
export function unsaidIn(graph: Graph): readonly string[] {
  return [...new Set(placesOf(graph).flatMap(unsaidAt))];
}

/** Whether a flow holds a record of the server at all. */
export function holdsRecord(graph: Graph): boolean {
  return placesOf(graph).length > 0;
}

function placesOf(graph: Graph): readonly Place[] {
  const leaving = leavingOf(graph);
  return [...graph.nodes.values()].flatMap((node): readonly Place[] => {
    const context = node.snapshot.context as object;
    const at = RECORDS.find((way) => (reached(context, way) ?? null) !== null);
    const purpose =
      at === undefined
        ? null
        : purposeOf(
            node,
            (leaving.get(node.key) ?? []).map(({ to }) => graph.nodes.get(to) as Node),
          );
    if (at === undefined || purpose === null) return [];
    const { shows, endReceipts } = graph.cases;
    const end = (node.snapshot.output as { readonly kind?: string } | undefined)?.kind ?? '';
    const screens = purpose === 'code' ? CONFIRMED_ON : [node.meta?.screen ?? ''];
    return screens.map((screen) => ({
      purpose,
      name: purpose === 'done' ? `the receipt of ${end}` : screen,
      context,
      at,
      shows: (purpose === 'done' ? endReceipts?.[end]?.shows : shows?.[screen]) ?? null,
    }));
  });
}

function purposeOf({ status, running, tags, meta, snapshot }: Node, next: readonly Node[]): Purpose | null {
  if (status === 'done') return 'receiptId' in (snapshot.output as object) ? 'done' : null;
  if (running.includes('confirmation')) return 'code';
  if (next.some((node) => node.running.includes('confirmation'))) return 'review';
  // What is typed or requested in the meantime is not about a record yet, or no longer known to be.
  const isAbout =
    !tags.includes('form') &&
    !tags.includes('waiting') &&
    meta !== null &&
    meta.onReload !== 'reconcile' &&
    meta.route !== '*';
  return isAbout ? 'watch' : null;
}

function unsaidAt({ purpose, name, context, at, shows }: Place): readonly string[] {
  if (shows === null) return [`${name} names nothing that it shows.`];
  const facts = shows(context as never);
  const record = reached(context, at) as object;
  const silent = leavesOf(record).filter(
    ({ way }) => mustSay(purpose, record, way.join('.')) && isSilentOf(shows, context, [...at, ...way], facts),
  );
  const isFeeTold =
    !['review', 'code'].includes(purpose) ||
    facts.some(({ beside }) => beside !== null && /fee|spread/i.test(beside.key));
  return [
    ...silent.map(({ way }) => `${name} does not say ${way.join('.')}.`),
    ...(isFeeTold ? [] : [`${name} does not say what it costs, or that it costs nothing.`]),
  ];
}

function mustSay(purpose: Purpose, record: object, leaf: string): boolean {
  if ('confirmations' in record && 'status' in record) return saysOfDeposit(purpose, record.status, leaf);
  if (purpose === 'watch') return COMPARED.test(leaf);
  // Compared before, and of a recipient said until the money has moved.
  if (leaf.startsWith('resembles.') || (purpose === 'done' && leaf.includes('.resembles.'))) return false;
  if (isImplied(record, leaf)) return false;
  if (ELSEWHERE.some((pattern) => pattern.test(leaf))) return false;
  return purpose !== 'done' || MOVED.test(leaf) || RATE.test(leaf);
}

/** That nothing was sent to a recipient is said by there being no time of it. */
function isImplied(record: object, leaf: string): boolean {
  return leaf === 'recipient.transfersSent' && reached(record, ['recipient', 'lastSentAt']) === null;
}

/**
 * A request shows where to pay until it is paid, then what has arrived; it ends with what the chain finally reports,
 * which the flow did not hold before.
 */
function saysOfDeposit(purpose: Purpose, status: unknown, leaf: string): boolean {
  if (purpose === 'done' || ELSEWHERE.some((pattern) => pattern.test(leaf))) return false;
  return status === 'awaitingPayment' ? !leaf.startsWith('confirmations') : leaf !== 'address';
}

/** Whether the facts are the same although the record differs there. */
function isSilentOf(
  shows: NonNullable<Place['shows']>,
  context: object,
  way: readonly string[],
  facts: readonly Fact[],
): boolean {
  return JSON.stringify(shows(otherwise(context, way) as never)) === JSON.stringify(facts);
}

/** The same with another value at the end of `way`. */
function otherwise(value: unknown, way: readonly string[]): unknown {
  const [name, ...rest] = way;
  if (name === undefined) return another(value);
  return { ...(value as object), [name]: otherwise((value as Readonly<Record<string, unknown>>)[name], rest) };
}

function another(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  const text = value as string;
  if (/^[A-Z]+$/.test(text)) return text === 'BTC' ? 'ETH' : 'BTC';
  if (/^\d{4}-\d\d-/.test(text)) return `2031${text.slice(4)}`;
  return /^\d+(\.\d+)?$/.test(text) ? `7${text}` : `x${text}`;
}

/**
 * What the screens of signing up must show, of which the case tables have two of each: the introducer and the seat
 * user, two places, two names.
 */
const PEOPLE: Readonly<Record<string, readonly string[]>> = {
  'sign-up-seat': [
    'seat.introducer.name',
    'seat.seatUser.username',
    'seat.seatUser.positionId',
    'seat.place.parentPositionId',
    'seat.place.position',
  ],
  'sign-up-review': [
    'seat.introducer.name',
    'seat.seatUser.username',
    'seat.seatUser.positionId',
    'seat.place.parentPositionId',
    'seat.place.position',
    'draft.username',
    'draft.name',
    'draft.email',
    'draft.phone',
  ],
  'sign-up-done': ['member.username', 'member.positionId', 'member.referralCode'],
};

/** The parts of `PEOPLE` that a flow does not show, in sentences; null if it shows none of them. */
export function peopleUnsaidIn({ cases: { shows }, nodes }: Graph): readonly string[] | null {
  const screens = [...nodes.values()].flatMap((node) => {
    const leaves = PEOPLE[node.meta?.screen ?? ''];
    return leaves === undefined || node.tags.includes('waiting') || node.status === 'done' ? [] : [{ node, leaves }];
  });
  const unsaid = screens.flatMap(({ node: { meta, snapshot }, leaves }) => {
    const told = shows?.[meta?.screen ?? ''];
    const context = snapshot.context as object;
    const facts = told?.(context as never) ?? [];
    return leaves
      .filter(
        (leaf) => isKnown(context, leaf) && (told === undefined || isSilentOf(told, context, leaf.split('.'), facts)),
      )
      .map((leaf) => `${meta?.screen} does not say ${leaf}.`);
  });
  return screens.length === 0 ? null : [...new Set(unsaid)];
}

/** A newcomer directly below the seat user has the same parent, which is shown once. */
function isKnown(context: object, leaf: string): boolean {
  const isOnlyParent = leaf === 'seat.place.parentPositionId' && reached(context, ['seat', 'place', 'level']) === 1;
  return !isOnlyParent && (reached(context, leaf.split('.')) ?? null) !== null;
}

/** Codes of a fixed list, which are not samples of anybody or anything. */
const CODES = /^(asset|from|to|network|state|status|kind|option|secondFactor|position|culture|rank)$/;

/** Two leaves with the same meaning and value, with the reason. */
const SAME: readonly (readonly [first: RegExp, second: RegExp])[] = [
  // An inquiry that was just opened has its first message from the same time.
  [/openedAt|updatedAt|messages\.0\.at/, /openedAt|updatedAt|messages\.0\.at/],
  // The minimum of an asset and of a request for it; the blocks that its network requires and those that the request
  // waits for, in the end all of them.
  [/minimum$/, /minimum$/],
  [/confirmations(Needed)?$/, /confirmations(Needed)?$/],
  // The choices of a stake are about the same money, on the same terms.
  [/^(stake|choices?)\b/, /^choices?\b/],
];

/**
 * Two samples of one answer with the same text or number: if a screen swapped them, nobody would notice. Each is named
 * once; empty values (zero, null, no text) are the same anywhere.
 */
export function indistinctSamples(cases: AnyCases): readonly string[] {
  const answers = Object.entries(cases.outcomes).flatMap(([port, outcomes]) =>
    Object.entries(outcomes).map(([kind, { reply, output }]) => ({
      from: `${port} ${kind}`,
      body: (reply?.body ?? output) as object,
    })),
  );
  return answers.flatMap(({ from, body }) => {
    if ('reference' in body && 'title' in body) return [];
    const leaves = leavesIn(body).filter(
      ({ way, value }) =>
        !CODES.test(way.at(-1) ?? '') && typeof value !== 'boolean' && !['', '0', 0].includes(value as string),
    );
    return leaves.flatMap((one, index) =>
      leaves.slice(index + 1).flatMap((other) => {
        const [first, second] = [one.way.join('.'), other.way.join('.')];
        return one.value !== other.value || SAME.some(([a, b]) => a.test(first) && b.test(second))
          ? []
          : [`${from}: ${first} and ${second} are both ${JSON.stringify(one.value)}.`];
      }),
    );
  });
}

/** All values in an answer, including those in lists. */
function leavesIn(
  value: unknown,
  way: readonly string[] = [],
): readonly { readonly way: readonly string[]; readonly value: unknown }[] {
  if (value === null || value === undefined) return [];
  return typeof value === 'object'
    ? Object.entries(value).flatMap(([name, part]) => leavesIn(part, [...way, name]))
    : [{ way, value }];
}

/** The values of a record with their paths; null values and lists are left out. */
function leavesOf(record: object, way: readonly string[] = []): readonly { readonly way: readonly string[] }[] {
  return Object.entries(record).flatMap(([name, value]: [string, unknown]) => {
    if (value === null || Array.isArray(value)) return [];
    return typeof value === 'object' ? leavesOf(value, [...way, name]) : [{ way: [...way, name] }];
  });
}

function reached(value: object, way: readonly string[]): unknown {
  return way.reduce<unknown>(
    (part, name) => (part as Readonly<Record<string, unknown>> | null | undefined)?.[name],
    value,
  );
}
