import { Navigate, useLocation } from 'react-router-dom';

/**
 * Replaces the URL by `to`, and does so again if the URL changes before the new page has loaded: `Navigate` acts only
 * once, so pressing Back while the next page is loading would leave an empty screen. `state` is the state of the new
 * history entry.
 */
export function Redirect({ to, state }: { readonly to: string; readonly state?: unknown }) {
  const { key } = useLocation();
  return <Navigate key={key} to={to} state={state} replace />;
}
