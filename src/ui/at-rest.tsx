import { useFormikContext } from 'formik';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** A pause in typing of this length asks for what was typed: a list may follow each letter, and a server need not. */
const REST_MS = 250;

/**
 * Inside a form whose list follows what is typed: hands its values over once they have rested. A word that is being
 * composed, as Japanese and Chinese are typed, is not finished, however long it takes.
 */
export function AtRest<TValues>({ onRest }: { readonly onRest: (values: TValues) => void }) {
  const { values } = useFormikContext<TValues>();
  const isComposed = useIsComposed();
  const rested = useRef(values);
  const rest = useEffectEvent(() => {
    rested.current = values;
    onRest(values);
  });
  useEffect(() => {
    if (isComposed || values === rested.current) return undefined;
    const timer = setTimeout(() => rest(), REST_MS);
    return () => clearTimeout(timer);
  }, [values, isComposed]);
  return null;
}

/** Whether an input method is at work on a word. */
function useIsComposed(): boolean {
  const [isComposed, setComposed] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    window.addEventListener('compositionstart', () => setComposed(true), { signal });
    window.addEventListener('compositionend', () => setComposed(false), { signal });
    return () => stop.abort();
  }, []);
  return isComposed;
}
