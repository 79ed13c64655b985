import { isPath, paths } from '#src/paths.ts';
import type texts from '#locales/en-US/nav.json';
import type { MemberIconName } from './member-icon.tsx';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    nav: typeof texts;
  }
}

type PathKey = keyof typeof paths;

interface Entry {
  readonly key: PathKey;
  readonly icon: MemberIconName;
  readonly name: string;
  /** The tab of a phone's bar that represents it; one without is in the member's menu. */
  readonly tab?: PathKey;
  /** Where Back leads from its own page; without one, to its tab, or else home. */
  readonly under?: PathKey;
}

/** The acts that move money: the reason to open the app, so each is at most two presses away on every page. */
export const moneyActs = [
  { key: 'deposit', icon: 'down', name: 'move.deposit.name', text: 'move.deposit.text', tab: 'wallet' },
  { key: 'withdraw', icon: 'up', name: 'move.withdraw.name', text: 'move.withdraw.text', tab: 'wallet' },
  { key: 'transfer', icon: 'send', name: 'move.transfer.name', text: 'move.transfer.text', tab: 'wallet' },
  { key: 'exchange', icon: 'exchange', name: 'move.exchange.name', text: 'move.exchange.text', tab: 'wallet' },
  { key: 'plans', icon: 'tag', name: 'move.plans.name', text: 'move.plans.text', tab: 'staking' },
] as const satisfies readonly (Entry & { readonly text: string })[];

/** Top-level entries, in no group. */
export const mainPlaces = [
  { key: 'dashboard', icon: 'home', name: 'dashboard', tab: 'dashboard' },
  { key: 'wallet', icon: 'wallet', name: 'wallet', tab: 'wallet' },
  { key: 'histories', icon: 'list', name: 'history', tab: 'wallet' },
] as const satisfies readonly Entry[];

/** The other places of the members' navigation, in groups. */
export const navGroups = [
  {
    name: 'group.earn',
    entries: [
      { key: 'staking', icon: 'stack', name: 'staking', tab: 'staking' },
      { key: 'plans', icon: 'tag', name: 'plans', tab: 'staking' },
    ],
  },
  {
    name: 'group.network',
    entries: [
      { key: 'organization', icon: 'people', name: 'organization', tab: 'organization' },
      { key: 'organizationChart', icon: 'branch', name: 'organizationChart', tab: 'organization' },
      { key: 'sales', icon: 'bars', name: 'sales', tab: 'organization' },
      { key: 'referral', icon: 'share', name: 'referral', tab: 'organization' },
    ],
  },
  {
    name: 'group.help',
    entries: [
      { key: 'newsList', icon: 'megaphone', name: 'news' },
      { key: 'faq', icon: 'question', name: 'faq' },
      { key: 'contact', icon: 'letter', name: 'contact' },
      { key: 'top', icon: 'menu', name: 'top' },
    ],
  },
] as const satisfies readonly { readonly name: string; readonly entries: readonly Entry[] }[];

/** The member's own pages: in their menu, behind their name. */
export const accountEntries = [
  { key: 'account', icon: 'user', name: 'account' },
  { key: 'security', icon: 'shield', name: 'security', under: 'account' },
] as const satisfies readonly Entry[];

/** The tabs of a phone's bar, each with the name of what it represents; the acts are in its middle. */
export const tabs = [
  { key: 'dashboard', icon: 'home', name: 'dashboard' },
  { key: 'wallet', icon: 'wallet', name: 'wallet' },
  { key: 'staking', icon: 'stack', name: 'earn' },
  { key: 'organization', icon: 'people', name: 'network' },
] as const satisfies readonly Entry[];

export type NavEntry =
  | (typeof mainPlaces)[number]
  | (typeof navGroups)[number]['entries'][number]
  | (typeof moneyActs)[number]
  | (typeof accountEntries)[number];
type EntryKey = NavEntry['key'];
type TabKey = (typeof tabs)[number]['key'];

/** Every entry, wherever it is shown; where a page is both a place and an act, the place comes first. */
const navEntries: readonly NavEntry[] = [
  ...mainPlaces,
  ...navGroups.flatMap(({ entries }): readonly NavEntry[] => entries),
  ...moneyActs,
  ...accountEntries,
];

/**
 * Under which entry each path of the app stands; null if members have no navigation there: what is opened without a
 * session, and leaving, which has its own control. A path that is added has to say it.
 */
export const entryOfPath: Readonly<Record<PathKey, EntryKey | null>> = {
  dashboard: 'dashboard',
  top: 'top',
  signIn: null,
  passkeySignIn: null,
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
  noticeSettings: 'account',
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
  authentication: 'security',
  passkeys: 'security',
  allowList: 'security',
  security: 'security',
  newsList: 'newsList',
  news: 'newsList',
  newsBare: 'newsList',
  faq: 'faq',
  contact: 'contact',
  terms: 'top',
  privacy: 'top',
  risk: 'top',
  signOut: null,
  help: 'contact',
  maintenance: null,
};

/** The parts of a page, by their step, that stand under another entry: the one that leads to them. */
const entryOfStep: Partial<Readonly<Record<PathKey, Readonly<Record<string, EntryKey>>>>> = {
  account: { password: 'security', freeze: 'security' },
};

/** Where a path is in the navigation. */
export interface NavPlace {
  readonly entry: NavEntry;
  /** Whether it is the entry's own page, and not one below it. */
  readonly isEntry: boolean;
  /** The tab of a phone's bar that represents it; null if the member's menu does. */
  readonly tab: TabKey | null;
  /** Where Back leads; null on the page of a tab. */
  readonly up: NavEntry | null;
}

const entryOf = (sought: string): NavEntry | undefined => navEntries.find(({ key }) => key === sought);
/** A page below an act is one of its steps, which have their own way back: Back leaves the act. */
const isAct = (entry: NavEntry): boolean => moneyActs.some(({ key }) => key === entry.key);

/**
 * The place of a path, ignoring case; null if it has none. A query that names a part of a page counts as a page below
 * its entry.
 */
export function placeOf({ pathname, search }: { readonly pathname: string; readonly search: string }): NavPlace | null {
  const known = (Object.keys(paths) as PathKey[]).find((key) => isPath(pathname, paths[key]));
  if (known === undefined) return null;
  const query = new URLSearchParams(search);
  const key = entryOfStep[known]?.[query.get('step') ?? ''] ?? entryOfPath[known];
  const entry = key === null ? undefined : entryOf(key);
  if (entry === undefined) return null;
  const isEntry = known === entry.key && !['step', 'ticket', 'month', 'asset'].some((name) => query.has(name));
  const tab = 'tab' in entry ? entry.tab : null;
  const above = 'under' in entry ? entry.under : (tab ?? 'dashboard');
  const up = isEntry || isAct(entry) ? (above === entry.key ? null : above) : entry.key;
  return { entry, isEntry, tab, up: up === null ? null : (entryOf(up) ?? null) };
}

/** Where Back leads from an address of the app, which is where a flow at that address leads when it is left. */
export function upOf(address: string): string {
  const [pathname = '', search = ''] = address.split('?');
  return paths[placeOf({ pathname, search })?.up?.key ?? 'dashboard'];
}

/** Whether an entry leads to the page, or to the part of the app that the page belongs to. */
export function currentAt(place: NavPlace | null, { key }: { readonly key: EntryKey }): 'page' | 'true' | undefined {
  if (place?.entry.key !== key) return undefined;
  return place.isEntry ? 'page' : 'true';
}

/** The same of a tab, which also represents the entries without a place in a phone's bar. */
export function currentTab(place: NavPlace | null, key: TabKey): 'page' | 'true' | undefined {
  if (place?.tab !== key) return undefined;
  return place.isEntry && place.entry.key === key ? 'page' : 'true';
}
