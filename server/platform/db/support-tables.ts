// The table of what operators do for members in two steps; part of tables.ts.

/** What one operator asks for and another one confirms. */
export type SupportRequestKind = 'factor' | 'address';

export interface SupportRequestsTable {
  id: string;
  member_id: string;
  kind: SupportRequestKind;
  asked_at: Date;
  asked_by: string;
  proof: string;
  due_at: Date;
  /** Of a factor: whether it was settled when its removal was asked for. */
  settled: boolean | null;
  /** Of an address: the new one, and the one in force when it was asked for. */
  address: string | null;
  address_before: string | null;
  present_objected_at: Date | null;
  former_objected_at: Date | null;
  ended_at: Date | null;
  ended_by: string | null;
  outcome: 'done' | 'cancelled' | null;
}
