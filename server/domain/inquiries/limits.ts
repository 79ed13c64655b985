// How much of one member waits at once: enough for anybody with questions, too little to bury the support.

/** Inquiries that aren't closed. */
export const OPEN_INQUIRIES = 10;
/** Characters of one message, as the description has it. */
export const LONGEST_TEXT = 4000;
/** Messages of one inquiry, of both sides. */
export const MESSAGES = 100;
