import { useContext, useEffectEvent, useLayoutEffect, useMemo, useState, type ReactNode } from 'react';
import { UNSAFE_LocationContext as LocationContext, useLocation, useNavigate, type Location } from 'react-router-dom';
import { isPath, paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';

export interface KeptProps {
  /** What is shown during maintenance. */
  readonly instead: ReactNode;
  readonly children: ReactNode;
}

/**
 * D-23: a call during maintenance leads to /Maintenance. The page that the member was on stays mounted behind it,
 * invisible and at its own URL, with everything that was typed. Unmounting it would lose what may not be stored
 * anywhere, such as a password.
 */
export function Kept({ instead, children }: KeptProps) {
  const location = useLocation();
  const { navigationType } = useContext(LocationContext);
  const left = useLeft(location);
  const shown = left ?? location;
  const place = useMemo(() => ({ location: shown, navigationType }), [shown, navigationType]);
  return (
    <>
      {left !== null && <Cover>{instead}</Cover>}
      <div className="contents" hidden={left !== null}>
        <LocationContext value={place}>{children}</LocationContext>
      </div>
    </>
  );
}

/** Where the member was when maintenance began; null while the club is open, and after the member left /Maintenance. */
function useLeft(location: Location): Location | null {
  const { club } = useServices();
  const navigate = useNavigate();
  const [left, setLeft] = useState<Location | null>(null);
  const isCovered = isPath(location.pathname, paths.maintenance);
  const leave = useEffectEvent(() => {
    if (isCovered) return;
    setLeft(location);
    const { pathname, search, hash, state } = location;
    void navigate(paths.maintenance, {
      replace: true,
      state: { from: pathname + search + hash, entry: state as unknown },
    });
  });
  useLayoutEffect(() => {
    // The member is loaded before anything is rendered. The router listens only after its first rendering.
    if (club.latest() === 'closed') queueMicrotask(() => leave());
    return club.subscribe((news) => news === 'closed' && leave());
  }, [club]);
  return isCovered ? left : null;
}

/**
 * Notifies everybody when the member is back, so that failed reads are repeated, and gives the kept page its title
 * back.
 */
function Cover({ children }: { readonly children: ReactNode }) {
  const { club } = useServices();
  useLayoutEffect(() => {
    const { title } = document;
    return () => {
      document.title = title;
      club.tell('open');
    };
  }, [club]);
  return children;
}
