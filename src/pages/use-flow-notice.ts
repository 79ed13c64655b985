import { useLayoutEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * The notice of the flow that led to this address, if the page knows it. It is shown once: after a reload, at another
 * address of the page, or when the page is opened again, it is gone.
 */
export function useFlowNotice<TNotice extends string>(known: readonly TNotice[]): TNotice | null {
  return useToldNotice(known).told;
}

/** The same, with what tells it from the next one of the same words. */
export function useToldNotice<TNotice extends string>(
  known: readonly TNotice[],
): { readonly told: TNotice | null; readonly key: string } {
  const { state, pathname, search, key } = useLocation();
  const navigate = useNavigate();
  const left: unknown = typeof state === 'object' && state !== null && 'notice' in state ? state.notice : null;
  const at = pathname + search;
  const told = known.find((notice) => notice === left) ?? null;
  const [last, setLast] = useState({ at, told, key });
  // The page stays mounted from one address to another, and the address gives its notice away at once.
  const shown = last.at === at && (told === null || key === last.key) ? last : { at, told, key };
  if (shown !== last) setLast(shown);
  useLayoutEffect(() => {
    if (left !== null) void navigate(at, { replace: true, state: null });
  }, [left, navigate, at]);
  return shown;
}
