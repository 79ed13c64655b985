/**
 * Which chart belongs to which part of the product, in the order of the overview. A chart without an area fails
 * tests/atlas/areas.test.ts.
 */
export const areas = [
  {
    name: 'Registration',
    says: 'From the invitation to an account of one’s own.',
    charts: ['sign-up', 'email-verification'],
  },
  {
    name: 'Sign-in and session',
    says: 'Signing in and out, and recovering access.',
    charts: ['sign-in', 'session', 'sign-out', 'password-recovery', 'username-recovery'],
  },
  {
    name: 'Account safety',
    says: 'What protects an account, and what locks it.',
    charts: [
      'two-factor',
      'password-change',
      'email-change',
      'lifecycle-email-change-request',
      'account-freeze',
      'freeze-link',
      'account-thaw',
    ],
  },
  {
    name: 'Money',
    says: 'Deposits, withdrawals, transfers and exchanges.',
    charts: ['deposit', 'lifecycle-deposit', 'withdrawal', 'lifecycle-withdrawal', 'transfer', 'exchange'],
  },
  { name: 'Stakes', says: 'Buying a plan and staking again.', charts: ['purchase', 'restake', 'lifecycle-stake'] },
  { name: 'Help', says: 'Contacting support.', charts: ['contact', 'lifecycle-inquiry'] },
  { name: 'Shared steps', says: 'What other flows run as a part of theirs.', charts: ['challenge', 'confirmation'] },
] as const satisfies readonly { readonly name: string; readonly says: string; readonly charts: readonly string[] }[];

export type Area = (typeof areas)[number];

/** The keys of all charts in the order of the overview. */
export const places: readonly string[] = areas.flatMap(({ charts }) => charts);

/** Whether a chart is of an area; by its key, as in addresses. */
export function isOfArea({ charts }: Area, key: string): boolean {
  return (charts as readonly string[]).includes(key);
}
