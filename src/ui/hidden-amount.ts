/** What is shown in place of a hidden amount. */
export const HIDDEN_AMOUNT = '••••';
