// The tables as Kysely sees them; tests/database/database.test.ts compares this file with the migrated database.
import type { ColumnType, Generated } from 'kysely';
import type { Culture } from '#openapi/cultures.ts';
import type {
  BonusPeriodsTable,
  OpenSalesTable,
  SalesMonthsTable,
  SalesStateTable,
  SeatSumsTable,
  UncountedSeatsTable,
  VolumesTable,
} from './bonus-tables.ts';
import type {
  AccountsTable,
  BooksCheckTable,
  CheckedBalancesTable,
  CurrencyRatesTable,
  HeldRatesTable,
  JournalsTable,
  PostingsTable,
  RatesTable,
  ReceiptsTable,
} from './book-tables.ts';
import type { ClockStateTable, ClubStateTable, RetiredKeysTable } from './club-tables.ts';
import type {
  EmailChangeRequestsTable,
  EmailCodesTable,
  EmailProofsTable,
  EmailSendsTable,
  PasswordRecoveriesTable,
  FreezeLinksTable,
  ThawLinksTable,
} from './code-tables.ts';
import type { CallCountsTable, ChainWatchesTable, JobRunsTable } from './process-tables.ts';
import type { PasskeyChallengesTable, PasskeysTable } from './passkey-tables.ts';
import type { PushDevicesTable, PushKeysTable, PushMessagesTable } from './push-tables.ts';
import type { RiskAcknowledgementsTable, StakesTable } from './stake-tables.ts';
import type { SupportRequestsTable } from './support-tables.ts';
import type {
  ContentTextsTable,
  ContentVersionsTable,
  InquiriesTable,
  InquiryMessagesTable,
  NewsReadsTable,
  NewsTable,
  NoticeSettingsTable,
  NoticesTable,
} from './house-tables.ts';
import type {
  ChainAddressesTable,
  ChainBlocksTable,
  ChainCursorsTable,
  ChainKeysTable,
  ChainSightingsTable,
  DepositsTable,
  DraftsTable,
  FavoriteRecipientsTable,
  LostAddressesTable,
  LostPaymentsTable,
  PayoutSightingsTable,
  RecordStepsTable,
  SavedAddressesTable,
  PayoutTransactionsTable,
  WithdrawalsTable,
} from './wallet-tables.ts';

type Side = 'left' | 'right';
type Bytes = ColumnType<Buffer, Uint8Array, Uint8Array>;
type MaybeBytes = ColumnType<Buffer | null, Uint8Array | null | undefined, Uint8Array | null>;
type Json<T> = ColumnType<T, string, string>;

/** Who froze an account. A mailed link thaws what the member froze; only support thaws anything else. */
export type FrozenBy = 'member' | 'former_address' | 'support';

export interface MembersTable {
  id: string;
  username: string;
  username_key: string;
  name: string;
  name_key: Generated<string>;
  email: string;
  email_key: string;
  email_verified_at: Date | null;
  phone: string | null;
  referral_code: string;
  introducer_id: string | null;
  password_hash: string | null;
  culture: Culture;
  rank: Generated<'member' | 'leader' | 'chairperson'>;
  binding_generation: Generated<number>;
  joined_at: Date;
  last_sign_in_at: Date | null;
  money_held_until: Date | null;
  mailbox_held_until: Date | null;
  frozen_at: Date | null;
  frozen_by: FrozenBy | null;
  /** The former address whose link was pressed since then. */
  frozen_from: string | null;
  thaw_asked_at: Date | null;
  terms_version: string | null;
  terms_accepted_at: Date | null;
  email_phrase: Generated<string | null>;
  /** The phrase before the first change of the last week; null if there was none. Mails about a change show it. */
  email_phrase_before: Generated<string | null>;
  /** Until when it is kept; null if the phrase was never changed. */
  email_phrase_before_until: Date | null;
  passkey_handle: MaybeBytes;
  /** Since when withdrawals go only to saved addresses; null if they never did. */
  allow_list_on_at: Date | null;
  /** When they go to any address again; null if that was not asked for. */
  allow_list_off_at: Date | null;
}

export interface SeatsTable {
  seat_no: number;
  member_id: string;
  parent_no: number | null;
  side: Side | null;
  depth: number;
  left_head: number;
  right_head: number;
  left_tail: number | null;
  right_tail: number | null;
  jump_no: number;
  placed_at: Date;
  /** An exact number, as text: it is compared in the database only. */
  order_key: string;
}

export interface TrustedBrowsersTable {
  member_id: string;
  browser_hash: Bytes;
  device: string;
  first_seen_at: Date;
  last_seen_at: Date;
  /** False until its first sign-in, if it is known only because it set the password. */
  signed_in: Generated<boolean>;
  /** The key under which its failures and mails are counted, through all tokens of its cookie. */
  counted_as: Bytes;
  /** Which counter its wrong app codes go to at sign-in. */
  codes_with: Generated<'itself' | 'resets' | 'strangers'>;
}

export type EndReason =
  | 'signed_out'
  | 'replaced'
  | 'refresh_reused'
  | 'two_factor_on'
  | 'two_factor_off'
  | 'ended_by_member'
  | 'ended_by_support'
  | 'password_reset'
  | 'password_changed'
  | 'email_changed'
  | 'frozen'
  | 'proofs_failed'
  | 'restored'
  | 'passkey_added'
  | 'passkey_removed';

export interface SessionsTable {
  id: string;
  member_id: string;
  created_at: Date;
  absolute_end: Date;
  last_used_at: Date;
  previous_sign_in_at: Date | null;
  device: string;
  browser_hash: MaybeBytes;
  made_under_key: string | null;
  /** Wrong passwords and codes of this session; the last of them ends it. */
  wrong_proofs: Generated<number>;
  ended_at: Date | null;
  end_reason: EndReason | null;
}

export interface AccessTokensTable {
  token_hash: Bytes;
  session_id: string;
  issued_at: Date;
  expires_at: Date;
  first_used_at: Date | null;
}

export interface RefreshTokensTable {
  token_hash: Bytes;
  session_id: string;
  access_token_hash: Bytes;
  issued_at: Date;
  expires_at: Date;
  spent_at: Date | null;
  spent_under_key: string | null;
  successor_hash: MaybeBytes;
  voided_at: Date | null;
}

export interface TwoFactorTable {
  member_id: string;
  secret_sealed: Bytes;
  enabled_at: Date;
  provisional_until: Date | null;
  last_step: ColumnType<bigint, bigint | number, bigint | number>;
}

export interface RecoveryCodesTable {
  member_id: string;
  code_hash: Bytes;
  created_at: Date;
  used_at: Date | null;
}

export interface ChallengesTable {
  handle_hash: Bytes;
  member_id: string;
  created_at: Date;
  expires_at: Date;
  tries: Generated<number>;
  made_under_key: string | null;
  answered_at: Date | null;
  answer_key: string | null;
  answer_hash: MaybeBytes;
  session_id: string | null;
}

export interface ThrottlesTable {
  bucket: string;
  failures: number;
  locks: Generated<number>;
  blocked_until: Date | null;
  last_failure_at: Date;
}

export interface AuditEventsTable {
  id: Generated<bigint>;
  at: Date;
  member_id: string | null;
  session_id: string | null;
  kind: string;
  request_id: string | null;
  device: string | null;
  details: Json<Record<string, unknown>>;
}

export interface MailsTable {
  id: string;
  member_id: string | null;
  kind: string;
  recipient_name: string;
  recipient: string;
  subject: string;
  body: string;
  html: Generated<string>;
  culture: Generated<Culture>;
  created_at: Date;
  leased_until: Date | null;
  next_attempt_at: Date;
  attempts: Generated<number>;
  last_error: string | null;
  sent_at: Date | null;
  given_up_at: Date | null;
  eml: string | null;
  secret_until: Date | null;
  wiped_at: Date | null;
}

export interface RequestsTable {
  /** A member's id, or `anonymous`. */
  scope: string;
  key: string;
  operation_id: string;
  request_hash: Bytes;
  claim: string;
  /** The number of the process that runs the call (`isGone`); null on a database whose processes have none. */
  holder: number | null;
  claimed_at: Date;
  leased_until: Date;
  done_at: Date | null;
  status: number | null;
  /** Calls under this key that differed from the first. */
  other_calls: Generated<number>;
  answer: ColumnType<Record<string, unknown> | null, string | null, string | null>;
  answer_sealed: MaybeBytes;
}

export interface RulesTable {
  version: number;
  effective_from: Date;
  values: Json<unknown>;
  defaults: string[];
  /** Withdrawn before it began: it was never in force. */
  withdrawn_at: Generated<Date | null>;
}

/** Every table of the database by its name. */
export interface Tables {
  members: MembersTable;
  seats: SeatsTable;
  trusted_browsers: TrustedBrowsersTable;
  sessions: SessionsTable;
  access_tokens: AccessTokensTable;
  refresh_tokens: RefreshTokensTable;
  two_factor: TwoFactorTable;
  recovery_codes: RecoveryCodesTable;
  passkeys: PasskeysTable;
  passkey_challenges: PasskeyChallengesTable;
  challenges: ChallengesTable;
  throttles: ThrottlesTable;
  audit_events: AuditEventsTable;
  mails: MailsTable;
  email_sends: EmailSendsTable;
  email_codes: EmailCodesTable;
  email_proofs: EmailProofsTable;
  password_recoveries: PasswordRecoveriesTable;
  email_change_requests: EmailChangeRequestsTable;
  freeze_links: FreezeLinksTable;
  thaw_links: ThawLinksTable;
  requests: RequestsTable;
  rules: RulesTable;
  stakes: StakesTable;
  risk_acknowledgements: RiskAcknowledgementsTable;
  sales_state: SalesStateTable;
  volumes: VolumesTable;
  bonus_periods: BonusPeriodsTable;
  sales_months: SalesMonthsTable;
  open_sales: OpenSalesTable;
  seat_sums: SeatSumsTable;
  uncounted_seats: UncountedSeatsTable;
  club_state: ClubStateTable;
  retired_keys: RetiredKeysTable;
  clock_state: ClockStateTable;
  chain_cursors: ChainCursorsTable;
  chain_blocks: ChainBlocksTable;
  chain_keys: ChainKeysTable;
  chain_addresses: ChainAddressesTable;
  chain_sightings: ChainSightingsTable;
  drafts: DraftsTable;
  saved_addresses: SavedAddressesTable;
  favorite_recipients: FavoriteRecipientsTable;
  withdrawals: WithdrawalsTable;
  payout_transactions: PayoutTransactionsTable;
  payout_sightings: PayoutSightingsTable;
  lost_addresses: LostAddressesTable;
  lost_payments: LostPaymentsTable;
  deposits: DepositsTable;
  record_steps: RecordStepsTable;
  accounts: AccountsTable;
  receipts: ReceiptsTable;
  journals: JournalsTable;
  postings: PostingsTable;
  books_check: BooksCheckTable;
  checked_balances: CheckedBalancesTable;
  rates: RatesTable;
  held_rates: HeldRatesTable;
  currency_rates: CurrencyRatesTable;
  call_counts: CallCountsTable;
  job_runs: JobRunsTable;
  chain_watches: ChainWatchesTable;
  support_requests: SupportRequestsTable;
  content_versions: ContentVersionsTable;
  content_texts: ContentTextsTable;
  news: NewsTable;
  news_reads: NewsReadsTable;
  notices: NoticesTable;
  notice_settings: NoticeSettingsTable;
  push_keys: PushKeysTable;
  push_devices: PushDevicesTable;
  push_messages: PushMessagesTable;
  inquiries: InquiriesTable;
  inquiry_messages: InquiryMessagesTable;
}
