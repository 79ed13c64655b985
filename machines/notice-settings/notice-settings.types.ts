import type { components } from '#openapi/api.gen.d.ts';
import type { MemberFailure, Problem } from '../chart/problem.ts';

/** What the member is notified of by mail, and what is mailed in any case. */
export type NoticeSettings = components['schemas']['NoticeSettings'];
/** What can be mailed or not. */
export type MailKind = keyof components['schemas']['MailChoices'];

/** The entries of the form: a yes or no for each kind. */
export type TypedSettings = Readonly<Record<`mail-${MailKind}`, boolean>>;

/** Where an interrupted flow resumes. */
export type NoticeSettingsStep = 'choosing' | 'saving';
export interface NoticeSettingsCheckpoint {
  readonly version: 1;
  readonly step: NoticeSettingsStep;
  /** Idempotency key of the call that was sent, or of the next one. */
  readonly key: string;
  readonly typed: TypedSettings | null;
}

export interface NoticeSettingsInput {
  /** Idempotency key for this run of the flow, made by the caller. */
  readonly key: string;
  readonly resume: NoticeSettingsCheckpoint | null;
}

export interface NoticeSettingsContext {
  readonly key: string;
  readonly resume: NoticeSettingsCheckpoint | null;
  readonly options: NoticeSettings | null;
  readonly typed: TypedSettings | null;
  readonly problem: Problem | null;
}

export type NoticeSettingsEvent =
  | { readonly type: 'SUBMIT_FORM'; readonly typed: TypedSettings }
  | { readonly type: 'CANCEL' }
  | { readonly type: 'RETRY' };

/** How the flow ended. */
export type NoticeSettingsOutput =
  | { readonly kind: 'saved' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'sessionEnded' };

/** Port of `GET /notices/settings`. */
export type GetNoticeSettingsOutcome = { readonly kind: 'loaded'; readonly options: NoticeSettings } | MemberFailure;

/** Port of `POST /notices/settings`. */
export interface SetNoticeSettingsInput {
  readonly key: string;
  readonly typed: TypedSettings;
}
export type SetNoticeSettingsOutcome =
  | { readonly kind: 'saved' }
  /** The same call is still running. */
  | { readonly kind: 'running' }
  | MemberFailure;
