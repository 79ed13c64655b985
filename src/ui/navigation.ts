import { isPath, paths, publicPaths } from '#src/paths.ts';
import type { MemberIconName } from './member-icon.tsx';

type PathKey = keyof typeof paths;

interface Entry {
  readonly key: PathKey;
  readonly icon: MemberIconName;
  readonly name: string;
  /** The entry whose page leads here: it represents this one where there is no room for both, and Back leads to it. */
  readonly under?: PathKey;
}

/** The acts that move money: the reason to open the app, so each is a press away on every page. */
export const moneyActs = [
  { key: 'deposit', icon: 'down', name: 'nav.deposit', under: 'wallet' },
  { key: 'withdraw', icon: 'up', name: 'nav.withdraw', under: 'wallet' },
  { key: 'transfer', icon: 'send', name: 'nav.transfer', under: 'wallet' },
  { key: 'exchange', icon: 'exchange', name: 'nav.exchange', under: 'wallet' },
] as const satisfies readonly Entry[];

/** The places of the members' navigation: three groups, in their order. */
export const navGroups = [
  {
    key: 'money',
    name: 'nav.group.money',
    entries: [
      { key: 'dashboard', icon: 'home', name: 'nav.dashboard' },
      { key: 'wallet', icon: 'wallet', name: 'nav.wallet' },
      { key: 'histories', icon: 'list', name: 'nav.history' },
    ],
  },
  {
    key: 'growth',
    name: 'nav.group.growth',
    entries: [
      { key: 'plans', icon: 'tag', name: 'nav.plans', under: 'staking' },
      { key: 'staking', icon: 'stack', name: 'nav.staking' },
      { key: 'organization', icon: 'people', name: 'nav.organization' },
      { key: 'organizationChart', icon: 'branch', name: 'nav.organizationChart' },
      { key: 'sales', icon: 'bars', name: 'nav.sales' },
      { key: 'referral', icon: 'share', name: 'nav.referral' },
    ],
  },
  {
    key: 'help',
    name: 'nav.group.help',
    entries: [
      { key: 'newsList', icon: 'bell', name: 'nav.news' },
      { key: 'faq', icon: 'question', name: 'nav.faq' },
      { key: 'contact', icon: 'letter', name: 'nav.contact' },
      { key: 'top', icon: 'menu', name: 'nav.top' },
    ],
  },
] as const satisfies readonly { readonly key: string; readonly name: string; readonly entries: readonly Entry[] }[];

/** The member's own pages: separate, beside their name, and always visible. */
export const accountEntries = [
  { key: 'account', icon: 'user', name: 'nav.account' },
  { key: 'authentication', icon: 'shield', name: 'nav.security' },
] as const satisfies readonly Entry[];

export type NavEntry =
  | (typeof moneyActs)[number]
  | (typeof navGroups)[number]['entries'][number]
  | (typeof accountEntries)[number];

/** Every entry, wherever it is shown. */
export const navEntries: readonly NavEntry[] = [
  ...moneyActs,
  ...navGroups.flatMap(({ entries }): readonly NavEntry[] => entries),
  ...accountEntries,
];

const inBar = ['dashboard', 'wallet', 'histories', 'account'] as const satisfies readonly NavEntry['key'][];

/** Whether a phone's bar has room for it; the menu has the others. */
export function isInBar({ key }: NavEntry): boolean {
  return (inBar as readonly string[]).includes(key);
}

/** Under which entry an address stands that is not the entry's own; null for leaving, which has its own control. */
const standsUnder: Partial<Readonly<Record<PathKey, NavEntry['key'] | null>>> = {
  changeEmail: 'account',
  changeEmailAddress: 'account',
  changeEmailConfirm: 'account',
  depositAddress: 'deposit',
  withdrawReview: 'withdraw',
  plan: 'plans',
  restake: 'staking',
  addresses: 'wallet',
  rates: 'wallet',
  history: 'histories',
  receipt: 'histories',
  organizationMember: 'organization',
  organizationMemberBelow: 'organization',
  community: 'sales',
  news: 'newsList',
  newsBare: 'newsList',
  terms: 'top',
  privacy: 'top',
  risk: 'top',
  help: 'contact',
  signOut: null,
};

/**
 * Under which entry an address stands. One of which nothing is said stands under the dashboard, from where everything
 * is found; what is opened without a session only has no entry.
 */
export function entryOfPath(path: PathKey): NavEntry['key'] | null {
  if (standsUnder[path] !== undefined) return standsUnder[path];
  return entryOf(path)?.key ?? (publicPaths.includes(paths[path]) ? null : 'dashboard');
}

/** Where a path is in the navigation. */
export interface Place {
  readonly entry: NavEntry;
  /** Whether it is the entry's own page, and not one below it. */
  readonly isEntry: boolean;
  /** Where Back leads; null on an entry's own page that no other page leads to. */
  readonly up: NavEntry | null;
}

/**
 * The place of a path, ignoring case; null if it has none. A query that names a part of a page counts as a page below
 * its entry.
 */
export function placeOf({ pathname, search }: { readonly pathname: string; readonly search: string }): Place | null {
  const known = (Object.keys(paths) as PathKey[]).find((key) => isPath(pathname, paths[key]));
  const entry = known === undefined ? undefined : entryOf(entryOfPath(known));
  if (known === undefined || entry === undefined) return null;
  const query = new URLSearchParams(search);
  const isEntry = known === entry.key && !['step', 'ticket', 'month'].some((name) => query.has(name));
  return { entry, isEntry, up: 'under' in entry ? (entryOf(entry.under) ?? null) : isEntry ? null : entry };
}

const entryOf = (sought: string | null): NavEntry | undefined => navEntries.find(({ key }) => key === sought);

/** Whether an entry leads to the page, or to the part of the app that the page belongs to. */
export function currentAt(place: Place | null, { key }: NavEntry): 'page' | 'true' | undefined {
  if (place?.entry.key !== key) return undefined;
  return place.isEntry ? 'page' : 'true';
}

/** The same in a phone's bar, where an entry also represents those under it. */
export function currentInBar(place: Place | null, entry: NavEntry): 'page' | 'true' | undefined {
  return currentAt(place, entry) ?? (place?.up?.key === entry.key ? 'true' : undefined);
}
