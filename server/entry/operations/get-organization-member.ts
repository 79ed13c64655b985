import { organizationMember } from '#server/domain/seats/organization-member.ts';
import { memberView } from '#server/domain/seats/seats.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** A member of the caller's organization, with figures. */
export const getOrganizationMember: Handler<'getOrganizationMember'> = async (services, call) => {
  const { db, clock } = services;
  const session = requireSession(call);
  const view = await memberView(db, session);
  return {
    status: 200,
    body: await organizationMember(db, { session, view, username: call.query.username, now: clock.now() }),
  };
};
