/** How long the club waits, where its texts say so: the server keeps these times, and screens fill them in. */

/** Money stays with the club for this long after a change of an account that a thief would make (S-12). */
export const HOLD_HOURS = 24;
/** A withdrawal that was paid out counts as received after this long (D-05). */
export const SEEN_AFTER_DAYS = 30;
