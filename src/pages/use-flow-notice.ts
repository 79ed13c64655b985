import { useLayoutEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * The notice of the flow that led here, if the page knows it. It is shown once: after a reload, or when the page is
 * opened again, it is gone.
 */
export function useFlowNotice<TNotice extends string>(known: readonly TNotice[]): TNotice | null {
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const left: unknown = typeof state === 'object' && state !== null && 'notice' in state ? state.notice : null;
  const [shown] = useState(() => known.find((notice) => notice === left) ?? null);
  useLayoutEffect(() => {
    if (left !== null) void navigate(pathname + search, { replace: true, state: null });
  }, [left, navigate, pathname, search]);
  return shown;
}
