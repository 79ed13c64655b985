/** What the flows and lifecycles are about, in the order in which the atlas shows them. */
export const productAreas = [
  { name: 'Registration', says: 'From the invitation to an account of one’s own.' },
  { name: 'Sign-in and session', says: 'Signing in and out, and recovering access.' },
  { name: 'Account safety', says: 'What protects an account, and what locks it.' },
  { name: 'Money', says: 'Deposits, withdrawals, transfers and exchanges.' },
  { name: 'Stakes', says: 'Buying a plan and staking again.' },
  { name: 'Help', says: 'Contacting support.' },
  { name: 'Shared steps', says: 'What other flows run as a part of theirs.' },
] as const satisfies readonly { readonly name: string; readonly says: string }[];

export type ProductArea = (typeof productAreas)[number]['name'];
