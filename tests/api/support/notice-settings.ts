// What a member may choose to be mailed, as the contract takes it.
import type { components } from '#openapi/api.gen.d.ts';
import type { MailChoice } from '#server/platform/db/house-tables.ts';
import { MAIL_CHOICES } from '#server/platform/mail/kinds.ts';

type Wanted = components['schemas']['NoticeSettingsWanted'];

/** Every kind is mailed but these. */
export function withoutMailOf(...kinds: readonly MailChoice[]): Wanted {
  const mail = Object.fromEntries(MAIL_CHOICES.map((kind) => [kind, !kinds.includes(kind)]));
  return { mail: mail as Wanted['mail'] };
}
