// The tables of texts, notices and inquiries; part of tables.ts.
import type { ColumnType, Generated } from 'kysely';
import type { Asset } from '#money/assets.ts';
import type { Culture } from '#openapi/cultures.ts';

interface NewsText {
  title: string;
  body: string;
}
type Slug = 'faq' | 'terms' | 'privacy' | 'risk' | 'identity';

export interface ContentVersionsTable {
  slug: Slug;
  version: number;
  effective_from: Date | null;
}

export interface ContentTextsTable {
  slug: Slug;
  version: number;
  culture: Culture;
  title: string;
  body: string;
  set_at: Date;
  set_by: string | null;
}

export interface NewsTable {
  id: Generated<bigint>;
  texts: ColumnType<Record<Culture, NewsText>, string, never>;
  pinned: Generated<boolean>;
  added_at: Date;
  published_at: Date | null;
  retracted_at: Date | null;
}

export interface NewsReadsTable {
  member_id: string;
  news_id: bigint;
  read_at: Date;
}

export interface InquiriesTable {
  id: string;
  ticket: string;
  member_id: string;
  category:
    | 'account'
    | 'security'
    | 'deposit'
    | 'withdrawal'
    | 'transfer'
    | 'exchange'
    | 'plan'
    | 'organization'
    | 'other';
  status: 'open' | 'answered' | 'closed';
  receipt_id: string | null;
  opened_at: Date;
  updated_at: Date;
}

export interface InquiryMessagesTable {
  id: Generated<bigint>;
  inquiry_id: string;
  from_member: boolean;
  at: Date;
  body: string;
  operator: string | null;
}

/** What a notice tells a member. */
export type NoticeKind =
  | 'depositSeen'
  | 'depositCredited'
  | 'depositHeld'
  | 'withdrawalApproved'
  | 'withdrawalPaid'
  | 'withdrawalRefused'
  | 'transferReceived'
  | 'stakeFree'
  | 'referralBonus'
  | 'binaryBonus'
  | 'inquiryAnswered'
  | 'moneyHeld'
  | 'allowListOn'
  | 'allowListTurningOff'
  | 'allowListKept'
  | 'addressSaved'
  | 'newAddressesWait';

export interface NoticesTable {
  id: Generated<bigint>;
  member_id: string;
  kind: NoticeKind;
  event: string;
  at: Date;
  read_at: Generated<Date | null>;
  receipt_id: Generated<string | null>;
  inquiry_id: Generated<string | null>;
  asset: Generated<Asset | null>;
  /** An exact number, as text. */
  amount: Generated<string | null>;
  held_until: Generated<Date | null>;
}

/** An event that members may choose not to be mailed about. */
export type MailChoice =
  | 'depositCredited'
  | 'depositHeld'
  | 'withdrawalPaid'
  | 'withdrawalRefused'
  | 'transferReceived'
  | 'stakeFree'
  | 'inquiryAnswered'
  | 'referralBonus';

export interface NoticeSettingsTable {
  member_id: string;
  kind: MailChoice;
  mail: boolean;
}
