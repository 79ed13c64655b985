/** Every address of the app, in its canonical letter case. Links are made from here; the router accepts any case. */
export const paths = {
  dashboard: '/',
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
  frozen: '/Frozen',
  thaw: '/Thaw',
  account: '/Account',
  changeEmail: '/ChangeEmail1',
  changeEmailAddress: '/ChangeEmail2',
  changeEmailConfirm: '/ChangeEmail3',
  referral: '/Referral',
  authentication: '/Authentication',
  signOut: '/Signout',
  maintenance: '/Maintenance',
} as const;

/** What anybody may open, signed in or not (SRC §2's guard, D-19); every other page is for members. */
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
  paths.frozen,
  paths.thaw,
  paths.maintenance,
];

export type AppPath = (typeof paths)[keyof typeof paths];

/** Whether an address is that path, whatever the letter case and with or without a closing slash. */
export function isPath(pathname: string, path: AppPath): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/\/+$/, '');
  return plain(pathname) === plain(path);
}
