import { exactly, flag, oneOf, orNull, record, text, type Fields } from '../chart/stored-form.ts';
import type {
  MailKind,
  NoticeSettings,
  NoticeSettingsCheckpoint,
  NoticeSettingsStep,
  TypedSettings,
} from './notice-settings.types.ts';

/** What can be mailed or not, in the order of the form. */
export const mailKinds = Object.keys({
  depositCredited: 1,
  depositHeld: 1,
  withdrawalPaid: 1,
  withdrawalRefused: 1,
  transferReceived: 1,
  stakeFree: 1,
  referralBonus: 1,
  inquiryAnswered: 1,
} satisfies Record<MailKind, 1>) as readonly MailKind[];

/** The entries that show what is set. */
export function entriesOf({ mail }: Pick<NoticeSettings, 'mail'>): TypedSettings {
  return Object.fromEntries(mailKinds.map((kind) => [`mail-${kind}`, mail[kind]])) as TypedSettings;
}

/** What the entries ask for. */
export function wantedOf(typed: TypedSettings): Pick<NoticeSettings, 'mail'> {
  const mail = Object.fromEntries(mailKinds.map((kind) => [kind, typed[`mail-${kind}`]]));
  return { mail: mail as NoticeSettings['mail'] };
}

const entries = Object.fromEntries(mailKinds.map((kind) => [`mail-${kind}`, flag])) as Fields<TypedSettings>;

/** What is stored of the flow has this form. */
export const checkpointForm = record<NoticeSettingsCheckpoint>({
  version: exactly(1),
  step: oneOf<NoticeSettingsStep>({ choosing: true, saving: true }),
  key: text,
  typed: orNull(record<TypedSettings>(entries)),
});

/** The checkpoint to resume from, read from storage; null if it is malformed or of another version. */
export function resumable(stored: unknown): NoticeSettingsCheckpoint | null {
  return checkpointForm(stored) ? stored : null;
}
