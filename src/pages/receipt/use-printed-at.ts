import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** When the page is being printed, or was last shown; milliseconds. */
export function usePrintedAt(now: () => number): number {
  const [at, setAt] = useState(now);
  useEffect(() => {
    // The page is printed as it is when this returns.
    const onPrint = () => flushSync(() => setAt(now()));
    window.addEventListener('beforeprint', onPrint);
    return () => window.removeEventListener('beforeprint', onPrint);
  }, [now]);
  return at;
}
