// What a member may choose to be mailed, as the contract takes it.
import type { components } from '#openapi/api.gen.d.ts';
import { MAIL_CHOICES, type MailChoice } from '#server/platform/mail/kinds.ts';

type Wanted = components['schemas']['NoticeSettingsWanted'];

/** Every kind is mailed but these. */
export function withoutMailOf(...kinds: readonly MailChoice[]): Wanted {
  const mail = Object.fromEntries(MAIL_CHOICES.map((kind) => [kind, !kinds.includes(kind)]));
  return { mail: mail as Wanted['mail'] };
}
