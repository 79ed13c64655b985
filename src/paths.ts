/**
 * Pages that are open to everybody, signed in or not (SRC §2's guard, D-19, decisions 0022 and 0065); every other
 * page is for members.
 */
const openPages = {
  signIn: '/Signin',
  passkeySignIn: '/PasskeySignin',
  signUp: '/Signup',
  signUpSeat: '/Signup2',
  signUpEmail: '/Signup3',
  signUpDetails: '/Signup4',
  signUpDone: '/DoneSignup',
  forgot: '/Forgot',
  forgotPassword: '/ForgotPassword',
  forgotPasswordCode: '/ForgotPassword2',
  resetPassword: '/ResetPassword',
  resetPasswordDone: '/DonePassword',
  forgotAccount: '/ForgotAccount',
  forgotAccountCode: '/ForgotAccount2',
  forgotAccountDone: '/DoneAccount',
  freeze: '/Freeze',
  frozen: '/Frozen',
  thaw: '/Thaw',
  terms: '/Terms',
  privacy: '/Privacy',
  risk: '/Risk',
  help: '/Help',
  maintenance: '/Maintenance',
} as const;

/** Every path of the app, in its canonical case. Links are built from these; the router ignores case. */
export const paths = {
  ...openPages,
  dashboard: '/',
  top: '/Top',
  account: '/Account',
  noticeSettings: '/Notifications',
  changeEmail: '/ChangeEmail1',
  changeEmailAddress: '/ChangeEmail2',
  changeEmailConfirm: '/ChangeEmail3',
  wallet: '/Wallet',
  deposit: '/Deposit',
  depositAddress: '/Deposit2',
  withdraw: '/Withdraw',
  withdrawReview: '/Withdraw2',
  transfer: '/Transfer',
  exchange: '/Exchange',
  plans: '/Package',
  plan: '/Plan',
  staking: '/Staking',
  restake: '/ReStaking',
  addresses: '/Addresses',
  rates: '/Rate',
  histories: '/History',
  history: '/History/:kind',
  receipt: '/Receipt/:id',
  referral: '/Referral',
  organization: '/Organization',
  organizationMember: '/Organization/user1',
  organizationMemberBelow: '/Organization/user1-1',
  organizationChart: '/OrganizationChart',
  sales: '/SalesManagement',
  community: '/Community',
  authentication: '/Authentication',
  passkeys: '/Passkeys',
  allowList: '/AllowList',
  security: '/Security',
  newsList: '/newsList',
  news: '/News/:id',
  newsBare: '/news',
  faq: '/Faq',
  contact: '/Contact',
  signOut: '/Signout',
} as const;

export const publicPaths: readonly AppPath[] = Object.values(openPages);

/** Pages that links in mails open with a token (D-32, F-06). */
export const mailPages: readonly AppPath[] = [paths.changeEmailAddress, paths.freeze, paths.thaw];

export type AppPath = (typeof paths)[keyof typeof paths];

/** The names of the parameters of a path. */
type NameIn<TPath extends string> = TPath extends `${string}/:${infer TName}/${infer TRest}`
  ? TName | NameIn<`/${TRest}`>
  : TPath extends `${string}/:${infer TName}`
    ? TName
    : never;

/** A path with its parameters filled in: `addressOf(paths.receipt, { id })`. */
export function addressOf<TPath extends AppPath>(path: TPath, values: Readonly<Record<NameIn<TPath>, string>>): string {
  const given: Readonly<Record<string, string>> = values;
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(given[name] ?? ''));
}

/** The URL for writing to support about an act, with its reference. */
export function supportAbout(reference: string): string {
  return `${paths.contact}?receipt=${encodeURIComponent(reference)}`;
}

/**
 * Whether a pathname matches a path, ignoring case and a trailing slash; a parameter of the path, such as `:id`,
 * matches anything.
 */
export function isPath(pathname: string, path: AppPath): boolean {
  const segments = (text: string) => text.toLowerCase().replace(/\/+$/, '').split('/');
  const [asked, known] = [segments(pathname), segments(path)];
  return (
    asked.length === known.length &&
    known.every((segment, place) => segment === asked[place] || (segment.startsWith(':') && asked[place] !== ''))
  );
}

/** Whether a pathname belongs to the app. */
export function isKnownPath(pathname: string): boolean {
  return Object.values(paths).some((path) => isPath(pathname, path));
}
