// What a kind of draft has to implement; a new kind is one file with an executor and one line in executors.ts.
import type { components } from '#openapi/api.gen.d.ts';
import type { LockedMember } from '#server/domain/members/members.ts';
import type { Services } from '#server/domain/services/services.ts';
import type { CallContext } from '#server/platform/contract/types.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import type { SecretMailKind } from '#server/platform/mail/kinds.ts';

export type DraftKind = components['schemas']['DraftKind'];
export type DraftSecondFactor = components['schemas']['DraftSecondFactor'];

/** A draft that is being carried out; its terms are those that were shown. */
export interface OpenDraft<Terms> {
  id: string;
  member: LockedMember;
  terms: Terms;
  /** What it is confirmed with, for the audit. */
  confirmedBy: DraftSecondFactor | 'passkey';
}

/** What confirming a draft of one kind does. */
export interface Executor<Terms> {
  readonly kind: DraftKind;
  /** The mail that carries the code; it names what is confirmed. */
  codeMail(terms: Terms): { kind: SecretMailKind; values: Record<string, string> };
  /**
   * What else must hold besides the code. It is checked first, so that no code is used up in vain.
   *
   * @throws Problem of confirmDraft
   */
  check(trx: Trx, services: Services, draft: OpenDraft<Terms>): Promise<void>;
  /**
   * Moves the money, within the transaction that closes the draft: receipt, record, audit and mails.
   *
   * @returns the id of the receipt
   * @throws Problem or InsufficientBalance, which undo everything, including the use of the code
   */
  execute(trx: Trx, services: Services, call: CallContext, draft: OpenDraft<Terms>): Promise<string>;
}
