// What a member is writing to support is kept in the tab under these names (KeepEntries).

/** A new inquiry. */
export const DRAFT = 'contact-draft';

/** A further message of an inquiry. */
export const replyDraft = (ticket: string): string => `contact-reply ${ticket}`;
