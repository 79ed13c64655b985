import type { Culture } from '#openapi/cultures.ts';
import { FIGURE_TEXTS } from '#server/platform/texts/figure-texts.ts';
import { fill, texts, type Texts } from '#server/platform/texts/texts.ts';
import { languageQuery } from './links.ts';
import { mailHtml, type MailParts } from './html.ts';
import type { AlarmLink, MailKind } from './kinds.ts';
import { PAGE_OF } from './pages.ts';
import { oneLine, shownValues, unlinked } from './values.ts';

/** A reason that members read in their language: a key below `mail.reason`. */
export type RefusalReason = keyof Texts['mail']['reason'];

export interface Notice {
  kind: MailKind;
  culture: Culture;
  /** The recipient's own username, which nobody can change; null if the mail must not name anybody. */
  username: string | null;
  /** Null if no device did it, as of a payment that arrived; empty if the device isn't recognized. */
  device: string | null;
  at: Date;
  /** Base of the links; from the configuration, never from a request. */
  origin: string;
  /** The address of support, from the configuration. */
  supportEmail: string;
  /** The member's phrase (decision 0066); null if they have none, or the address isn't known to be theirs. */
  phrase?: string | null;
  /** What this kind says besides, as `shownValues` takes it. */
  values?: Record<string, string>;
  /** Why something was refused; the text names it as `{reason}`. */
  reason?: RefusalReason;
  /** The code to type, on a line of its own. */
  code?: string;
  /** The link to open, on a line of its own. */
  link?: string;
  /** The link that freezes the account or objects, below what to do. */
  freezeLink?: { address: string; purpose: AlarmLink };
}

/** A mail, written. */
export interface RenderedMail {
  subject: string;
  /** As plain text. */
  body: string;
  /** The same words as an HTML document. */
  html: string;
}

/** Writes a mail in the recipient's language: what happened, when and from which device, and what to do. */
export function renderNotice(notice: Notice): RenderedMail {
  const { mail } = texts(notice.culture);
  const entry = mail[notice.kind];
  const values = {
    ...FIGURE_TEXTS,
    ...shownValues(notice.culture, notice.values ?? {}),
    // Plain, as it is copied: nobody but its owner gets it by mail, and what a stranger gets has none.
    username: oneLine(notice.username ?? ''),
    device: notice.device === null || notice.device === '' ? mail.unknownDevice : unlinked(oneLine(notice.device)),
    origin: notice.origin,
    supportEmail: notice.supportEmail,
    time: momentText(notice.at),
    ...(notice.reason === undefined ? {} : { reason: mail.reason[notice.reason] }),
  };
  const filled = (text: string) => fill(text, values);
  const page = PAGE_OF[notice.kind];
  const parts: MailParts = {
    culture: notice.culture,
    subject: filled(entry.subject),
    greeting: filled(notice.username === null ? mail.greetingUnknown : mail.greeting),
    phrase: notice.phrase == null ? null : fill(mail.phrase, { phrase: unlinked(oneLine(notice.phrase)) }),
    text: filled(entry.text),
    code: notice.code ?? null,
    link: notice.link === undefined ? null : { address: notice.link, label: mail.openLink },
    facts: filled(notice.device === null ? mail.factsWithoutDevice : mail.facts),
    advice: filled(entry.advice),
    page:
      page === null
        ? null
        : {
            label: page === '/Help' ? mail.openHelp : mail.openPage,
            address: `${notice.origin}${page}${languageQuery(notice.culture)}`,
          },
    freeze:
      notice.freezeLink === undefined
        ? null
        : {
            text: filled(mail.stop[notice.freezeLink.purpose]),
            label: notice.freezeLink.purpose === 'objecting' ? mail.objectLink : mail.freezeLink,
            address: notice.freezeLink.address,
          },
    closing: filled(mail.closing),
    origin: notice.origin,
  };
  return { subject: parts.subject, body: mailText(parts), html: mailHtml(parts) };
}

/** Each address is on a line of its own, so that no mail program takes what follows it for a part of it. */
function mailText({ greeting, phrase, text, code, link, facts, advice, page, freeze, closing }: MailParts): string {
  const parts = [
    greeting,
    phrase,
    text,
    code,
    link?.address ?? null,
    facts,
    advice,
    freeze?.text ?? null,
    freeze?.address ?? null,
    page === null ? null : `${page.label}\n${page.address}`,
    closing,
  ];
  return `${parts.filter((part) => part !== null).join('\n\n')}\n`;
}

/** Date and time as SRC §9 shows them, in UTC. */
export function momentText(moment: Date): string {
  return moment.toISOString().slice(0, 19).replace('T', ' ');
}
