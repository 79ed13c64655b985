// How many inquiries and messages one member may have: enough for anybody with questions, too few to flood support.

/** Inquiries that are not closed. */
export const OPEN_INQUIRIES = 10;
/** Characters of one message, as in the contract. */
export const LONGEST_TEXT = 4000;
/** Messages of one inquiry, from both sides. */
export const MESSAGES = 100;
