import { isPath, paths } from '#src/paths.ts';
import type { MemberIconName } from './member-icon.tsx';

type PathKey = keyof typeof paths;

interface Entry {
  readonly key: PathKey;
  readonly icon: MemberIconName;
  readonly name: string;
  /**
   * The entry whose page leads here: it stands for this one where there is no room for both, and it is the way back.
   */
  readonly under?: PathKey;
}

/** What moves money at once: the reason to open the app, so it is a press away from every page. */
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

/** What is the member's own: it stands apart, beside their name, and is always in sight. */
export const accountEntries = [
  { key: 'account', icon: 'user', name: 'nav.account' },
  { key: 'authentication', icon: 'shield', name: 'nav.security' },
] as const satisfies readonly Entry[];

export type NavEntry =
  | (typeof moneyActs)[number]
  | (typeof navGroups)[number]['entries'][number]
  | (typeof accountEntries)[number];

/** Every entry, wherever it stands. */
export const navEntries: readonly NavEntry[] = [
  ...moneyActs,
  ...navGroups.flatMap(({ entries }): readonly NavEntry[] => entries),
  ...accountEntries,
];

const inBar = ['dashboard', 'wallet', 'histories', 'account'] as const satisfies readonly NavEntry['key'][];

/** Whether a phone's bar has room for it; its menu has the others. */
export function isInBar({ key }: NavEntry): boolean {
  return (inBar as readonly string[]).includes(key);
}

/**
 * Under which entry each address stands: a new address without one does not compile. Null for what is opened without a
 * session only, and for leaving, which has a control of its own.
 */
export const entryOfPath: Readonly<Record<PathKey, NavEntry['key'] | null>> = {
  dashboard: 'dashboard',
  top: 'top',
  signIn: null,
  signUp: null,
  signUpSeat: null,
  signUpEmail: null,
  signUpDetails: null,
  signUpDone: null,
  forgot: null,
  forgotPassword: null,
  forgotPasswordCode: null,
  resetPassword: null,
  resetPasswordDone: null,
  forgotAccount: null,
  forgotAccountCode: null,
  forgotAccountDone: null,
  freeze: null,
  frozen: null,
  thaw: null,
  account: 'account',
  changeEmail: 'account',
  changeEmailAddress: 'account',
  changeEmailConfirm: 'account',
  wallet: 'wallet',
  deposit: 'deposit',
  depositAddress: 'deposit',
  withdraw: 'withdraw',
  withdrawReview: 'withdraw',
  transfer: 'transfer',
  exchange: 'exchange',
  plans: 'plans',
  plan: 'plans',
  staking: 'staking',
  restake: 'staking',
  addresses: 'wallet',
  rates: 'wallet',
  histories: 'histories',
  history: 'histories',
  receipt: 'histories',
  referral: 'referral',
  organization: 'organization',
  organizationMember: 'organization',
  organizationMemberBelow: 'organization',
  organizationChart: 'organizationChart',
  sales: 'sales',
  community: 'sales',
  authentication: 'authentication',
  newsList: 'newsList',
  news: 'newsList',
  newsBare: 'newsList',
  faq: 'faq',
  contact: 'contact',
  terms: 'top',
  privacy: 'top',
  risk: 'top',
  signOut: null,
  maintenance: null,
};

/** Where an address stands in the navigation. */
export interface Place {
  readonly entry: NavEntry;
  /** Whether it is the entry's own page, and not one below it. */
  readonly isEntry: boolean;
  /** Where the way back leads; null on an entry's own page that no other page leads to. */
  readonly up: NavEntry | null;
}

/**
 * The place of an address, whatever its letter case; null if it has none. A query that names a part of a page is below
 * its entry.
 */
export function placeOf({ pathname, search }: { readonly pathname: string; readonly search: string }): Place | null {
  const known = (Object.keys(paths) as PathKey[]).find((key) => isPath(pathname, paths[key]));
  const entry = known === undefined ? undefined : entryOf(entryOfPath[known]);
  if (known === undefined || entry === undefined) return null;
  const query = new URLSearchParams(search);
  const isEntry = known === entry.key && !['step', 'ticket', 'month'].some((name) => query.has(name));
  return { entry, isEntry, up: 'under' in entry ? (entryOf(entry.under) ?? null) : isEntry ? null : entry };
}

const entryOf = (sought: NavEntry['key'] | null): NavEntry | undefined => navEntries.find(({ key }) => key === sought);

/** Whether an entry leads to the page, or to the part of the app that the page belongs to. */
export function currentAt(place: Place | null, { key }: NavEntry): 'page' | 'true' | undefined {
  if (place?.entry.key !== key) return undefined;
  return place.isEntry ? 'page' : 'true';
}

/** The same in a phone's bar, where an entry stands for those under it as well. */
export function currentInBar(place: Place | null, entry: NavEntry): 'page' | 'true' | undefined {
  return currentAt(place, entry) ?? (place?.up?.key === entry.key ? 'true' : undefined);
}
