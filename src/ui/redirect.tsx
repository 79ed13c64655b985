import { Navigate, useLocation } from 'react-router-dom';

/**
 * Replaces the address by `to`, and does so again when the address moves before the new page has come: `Navigate` alone
 * acts once in its life, so a Back pressed while the next page still loads would leave an empty screen. `state` is what
 * the new history entry knows.
 */
export function Redirect({ to, state }: { readonly to: string; readonly state?: unknown }) {
  const { key } = useLocation();
  return <Navigate key={key} to={to} state={state} replace />;
}
