// What members' devices are told has changed. They are told that something did and never what: they ask for it.
import { notifyAfter, type Db, type Trx } from './kysely.ts';

/** The parts of a member's own that change without them. Each is a topic of the bus; its ids are members. */
export const MEMBER_TOPICS = ['balances', 'statuses', 'notices', 'inquiries'] as const;

export type MemberTopic = (typeof MEMBER_TOPICS)[number];

/** Tells the member's devices, once it is committed, that a part of their own has changed. */
export function tellMember(trx: Db | Trx, memberId: string, topic: MemberTopic): void {
  notifyAfter(trx, topic, memberId);
}
