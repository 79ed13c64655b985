import type { Culture } from '#openapi/cultures.ts';
import { FIGURE_TEXTS } from '#server/platform/texts/figure-texts.ts';
import { fill, stageName, texts, type Texts } from '#server/platform/texts/texts.ts';
import { languageQuery } from './links.ts';
import { mailHtml, type MailParts } from './html.ts';
import type { AlarmLink, MailKind } from './kinds.ts';
import { PAGE_OF } from './pages.ts';

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
  /** What this kind says besides. The number of a `stage` brings its name along, as `{stageName}`. */
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
    ...shownValues(notice.values ?? {}),
    ...(notice.values?.stage === undefined ? {} : { stageName: stageName(notice.culture, notice.values.stage) }),
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

/**
 * The values that the server has computed or checked, character by character: amounts, moments, references, addresses
 * on a chain. Whatever is not listed may have been chosen by a member, such as a username, and is shown as such.
 */
export const COMPUTED_VALUES: ReadonlySet<string> = new Set([
  ...['amount', 'asset', 'counterAsset', 'received', 'fee', 'net', 'minimum', 'minimumUsd', 'usd', 'usdt', 'mp'],
  ...['accrued', 'stakedUsdt', 'stakedMp', 'returnedUsdt', 'returnedMp', 'stage', 'days', 'left', 'minutes'],
  ...['heldUntil', 'freezeUntil', 'dueAt', 'endsAt', 'completesAt', 'offAt', 'usableFrom'],
  ...['network', 'address', 'transaction', 'reference', 'ticket', 'positionId', 'referralCode'],
]);

function shownValues(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, COMPUTED_VALUES.has(name) ? value : unlinked(oneLine(value))]),
  );
}

/** Digits that a mail program may take for a telephone number, with what people write between them. */
const TELEPHONE = /\p{Nd}(?:[\s()\-‐-―/.+]*\p{Nd}){4,}/gu;

/**
 * What a member has chosen, so that no mail program makes a link of it: a username may be `claim-perch.com` or a
 * telephone number. Mail programs look for such words in HTML too, so what breaks them is a character that nobody sees:
 * U+200C behind each sign that an address is put together with, and behind each digit of a longer number.
 */
export function unlinked(words: string): string {
  return words
    .replace(TELEPHONE, (number) => number.replace(/\p{Nd}(?=.*\p{Nd})/gsu, '$&\u200C'))
    .replace(/[.:/@。．｡](?=\S)/g, '$&\u200C');
}

/** A name can't start a line of its own and so pass for a part of the message, nor turn round what follows it. */
function oneLine(text: string): string {
  return text.replace(/[\p{Control}\p{Zl}\p{Zp}]+/gu, ' ').replace(/\p{Bidi_Control}/gu, '');
}

/** Date and time as SRC §9 shows them, in UTC. */
export function momentText(moment: Date): string {
  return moment.toISOString().slice(0, 19).replace('T', ' ');
}
