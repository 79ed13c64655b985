// What a member is writing to support is kept in the tab under these names (KeepEntries). It outlives a session that
// ends by itself (src/services/services.ts), so it belongs to its writer.
import { useState } from 'react';
import { useServices } from '#src/services/services.ts';

/** A new inquiry. */
export const DRAFT = 'contact-draft';

/** A further message of an inquiry. */
export const replyDraft = (ticket: string): string => `contact-reply ${ticket}`;

/** Whose drafts this page keeps: those of the member who was here when it opened, even while their session ends. */
export function useWriter(): string {
  const { session } = useServices();
  const [writer] = useState(() => session.userInfo()?.username ?? '');
  return writer;
}
