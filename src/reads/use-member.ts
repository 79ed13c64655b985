import { useCallback, useRef } from 'react';
import type { components } from '#openapi/api.gen.d.ts';
import { useServices } from '#src/services/services.ts';
import { LOADED_MEMBER } from '#src/session/session.ports.ts';
import { dataOf } from './answers.ts';
import { useRead, type Reading } from './use-read.ts';

type UserInfo = components['schemas']['UserInfo'];

/** A page may open right after the session has loaded the member. */
const JUST_NOW_MS = 2_000;

/**
 * Reads the signed-in member and how their account is protected. The session is updated, since its data may have
 * changed here or elsewhere.
 */
function useReadMember(): (signal: AbortSignal) => Promise<UserInfo> {
  const { api, session, readings } = useServices();
  return useCallback(
    async (signal: AbortSignal) => {
      const member = await dataOf(api.GET('/account/userInfo', { signal }));
      // Something newer was put in its place meanwhile.
      if (signal.aborted) return member;
      readings.keep(LOADED_MEMBER, member, readings.begin());
      session.keepUserInfo(member);
      return member;
    },
    [api, session, readings],
  );
}

/**
 * The member, read again as soon as something about the account changes elsewhere, for a page that shows their data:
 * those of the session are updated with it. What the session has loaded just now is the first reading: a page that
 * opens with the app would otherwise ask for it twice.
 */
export function useMember(): Reading<UserInfo> {
  const { session, readings, now } = useServices();
  const read = useReadMember();
  const isFirst = useRef(true);
  const readOrTake = useCallback(
    async (signal: AbortSignal) => {
      const loaded = isFirst.current ? readings.last(LOADED_MEMBER) : null;
      const known = session.userInfo();
      const isNew = loaded !== null && now() - loaded.at < JUST_NOW_MS;
      const member = await (isNew && known !== null ? known : read(signal));
      // One that was given up at once, as React does in its strict mode, was not the first.
      if (!signal.aborted) isFirst.current = false;
      return member;
    },
    [session, readings, now, read],
  );
  return useRead('member', readOrTake);
}

/**
 * What a page shows of a hold on money: that it lasts `until` its end, that the server is still `checking` whether the
 * time has passed, or nothing, if there is none or it has ended since the member was read. The server returns an end in
 * the past only while it can't trust its own clock; it still refuses such money then.
 *
 * @param until as the server sent it (RFC 3339)
 */
export function useHold(until: string | null): 'until' | 'checking' | null {
  const { readings, now, serverNow } = useServices();
  if (until === null) return null;
  // By the device's clock, as the readings are.
  const end = Date.parse(until) + now() - serverNow();
  if (end > now()) return 'until';
  return (readings.last(LOADED_MEMBER)?.at ?? 0) >= end ? 'checking' : null;
}
