import type { Culture } from '#server/contract/types.ts';
import { fill, texts } from '#server/texts.ts';

/** Notices that members get by mail (security rule 9). */
export type NoticeKind = 'newSignIn' | 'twoFactorOn' | 'twoFactorOff' | 'recoveryCodeUsed' | 'refreshTokenReused';

export interface Notice {
  kind: NoticeKind;
  culture: Culture;
  name: string;
  username: string;
  device: string;
  at: Date;
  /** Base of the links; from the configuration, never from a request. */
  origin: string;
  /** What this kind says besides. */
  values?: Record<string, string>;
}

/** Writes a notice in the member's language: what happened, when and from which device, and what to do. */
export function renderNotice(notice: Notice): { subject: string; body: string } {
  const { mail } = texts(notice.culture);
  const entry = mail[notice.kind];
  const values = {
    ...notice.values,
    name: oneLine(notice.name),
    username: oneLine(notice.username),
    device: notice.device === '' ? mail.unknownDevice : notice.device,
    origin: notice.origin,
    time: momentText(notice.at),
  };
  const paragraphs = [mail.greeting, entry.text, mail.facts, entry.advice, mail.closing];
  return { subject: fill(entry.subject, values), body: `${paragraphs.map((text) => fill(text, values)).join('\n\n')}\n` };
}

/** A name can't start a line of its own and so pass for a part of the message. */
function oneLine(text: string): string {
  return text.replace(/\p{Control}+/gu, ' ');
}

/** Date and time as SRC §9 shows them, in UTC. */
function momentText(moment: Date): string {
  return moment.toISOString().slice(0, 19).replace('T', ' ');
}
