/** Every address of the app, in its canonical letter case. Links are made from here; the router accepts any case. */
export const paths = {
  dashboard: '/',
  top: '/Top',
  signIn: '/Signin',
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
  account: '/Account',
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
  newsList: '/newsList',
  news: '/News/:id',
  newsBare: '/news',
  faq: '/Faq',
  contact: '/Contact',
  terms: '/Terms',
  privacy: '/Privacy',
  risk: '/Risk',
  signOut: '/Signout',
  maintenance: '/Maintenance',
} as const;

/** What anybody may open, signed in or not (SRC §2's guard, D-19, decision 0022); every other page is for members. */
export const publicPaths: readonly AppPath[] = [
  paths.signIn,
  paths.signUp,
  paths.signUpSeat,
  paths.signUpEmail,
  paths.signUpDetails,
  paths.signUpDone,
  paths.forgot,
  paths.forgotPassword,
  paths.forgotPasswordCode,
  paths.resetPassword,
  paths.resetPasswordDone,
  paths.forgotAccount,
  paths.forgotAccountCode,
  paths.forgotAccountDone,
  paths.freeze,
  paths.frozen,
  paths.thaw,
  paths.terms,
  paths.privacy,
  paths.risk,
  paths.maintenance,
];

/** What links of mails open with a token (D-32, F-06). */
export const mailPages: readonly AppPath[] = [paths.changeEmailAddress, paths.freeze, paths.thaw];

export type AppPath = (typeof paths)[keyof typeof paths];

/** The names that stand in a path for something that differs from address to address. */
type NameIn<TPath extends string> = TPath extends `${string}/:${infer TName}/${infer TRest}`
  ? TName | NameIn<`/${TRest}`>
  : TPath extends `${string}/:${infer TName}`
    ? TName
    : never;

/** The address of a path with what stands for its names: `addressOf(paths.receipt, { id })`. */
export function addressOf<TPath extends AppPath>(path: TPath, values: Readonly<Record<NameIn<TPath>, string>>): string {
  const given: Readonly<Record<string, string>> = values;
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(given[name] ?? ''));
}

/** The address of writing to support about an act, whose reference comes along. */
export function supportAbout(reference: string): string {
  return `${paths.contact}?receipt=${encodeURIComponent(reference)}`;
}

/**
 * Whether an address is that path, whatever the letter case and with or without a closing slash; a name in the path
 * stands for anything.
 */
export function isPath(pathname: string, path: AppPath): boolean {
  const segments = (text: string) => text.toLowerCase().replace(/\/+$/, '').split('/');
  const [asked, known] = [segments(pathname), segments(path)];
  return (
    asked.length === known.length &&
    known.every((segment, place) => segment === asked[place] || (segment.startsWith(':') && asked[place] !== ''))
  );
}

/** Whether an address is one of the app's. */
export function isKnownPath(pathname: string): boolean {
  return Object.values(paths).some((path) => isPath(pathname, path));
}
