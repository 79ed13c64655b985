import { isPath, paths } from './paths.ts';
import type { MemberIconName } from './ui/member-icon.tsx';

type PathKey = keyof typeof paths;

/** The entries of the members' navigation, in their order. A phone's bar has room for the first four; its menu has the others. */
export const navEntries = [
  { key: 'dashboard', icon: 'home', name: 'nav.dashboard' },
  { key: 'wallet', icon: 'wallet', name: 'nav.wallet' },
  { key: 'histories', icon: 'list', name: 'nav.history' },
  { key: 'account', icon: 'user', name: 'nav.account' },
  { key: 'staking', icon: 'stack', name: 'nav.staking' },
  { key: 'organization', icon: 'people', name: 'nav.organization' },
  { key: 'organizationChart', icon: 'branch', name: 'nav.organizationChart' },
  { key: 'sales', icon: 'bars', name: 'nav.sales' },
  { key: 'referral', icon: 'share', name: 'nav.referral' },
  { key: 'authentication', icon: 'shield', name: 'nav.security' },
  { key: 'newsList', icon: 'bell', name: 'nav.news' },
  { key: 'faq', icon: 'question', name: 'nav.faq' },
  { key: 'contact', icon: 'letter', name: 'nav.contact' },
  { key: 'top', icon: 'menu', name: 'nav.top' },
] as const satisfies readonly { key: PathKey; icon: MemberIconName; name: string }[];

export type NavEntry = (typeof navEntries)[number];

/** How many of them stand in a phone's bar. */
export const IN_BAR = 4;

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
  deposit: 'wallet',
  depositAddress: 'wallet',
  withdraw: 'wallet',
  withdrawReview: 'wallet',
  transfer: 'wallet',
  exchange: 'wallet',
  plans: 'staking',
  plan: 'staking',
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
}

/** The place of an address, whatever its letter case; null where it has none. A query that names a part of a page is below its entry. */
export function placeOf({ pathname, search }: { readonly pathname: string; readonly search: string }): Place | null {
  const known = (Object.keys(paths) as PathKey[]).find((key) => isPath(pathname, paths[key]));
  const entry = known === undefined ? undefined : navEntries.find(({ key }) => key === entryOfPath[known]);
  if (known === undefined || entry === undefined) return null;
  const query = new URLSearchParams(search);
  return { entry, isEntry: known === entry.key && !['step', 'ticket', 'month'].some((name) => query.has(name)) };
}
