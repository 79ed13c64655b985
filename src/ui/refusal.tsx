import { useFormikContext } from 'formik';
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';

interface Refusal {
  /** Name of the entry that the server refused; null if nothing was refused, or the form as a whole. */
  readonly entry: string | null;
  /** Whether the entry holds something else by now: what was said of it is over. */
  readonly isOver: boolean;
  /** Where the message stands, right below the entry; null until the entry is on the page. */
  readonly place: HTMLElement | null;
  readonly setPlace: (place: HTMLElement | null) => void;
  readonly end: () => void;
}

const RefusalContext = createContext<Refusal>({
  entry: null,
  isOver: false,
  place: null,
  setPlace: () => undefined,
  end: () => undefined,
});

interface RefusalAreaProps {
  readonly entry: string | null;
  /** Another object for every refusal. */
  readonly about: unknown;
  readonly children: ReactNode;
}

/**
 * Around a form: the message inside it moves to the entry that was refused. Where that entry is not shown, it stays
 * where it is.
 */
export function RefusalArea({ entry, about, children }: RefusalAreaProps) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const [ended, setEnded] = useState<unknown>();
  const isOver = entry !== null && ended === about;
  const refusal = useMemo(
    () => ({ entry, isOver, place, setPlace, end: () => setEnded(about) }),
    [entry, about, isOver, place],
  );
  return <RefusalContext value={refusal}>{children}</RefusalContext>;
}

/** Where a message has to stand, `over` where it is told no longer; null if it stands already. */
export function useRefusalPlace(): HTMLElement | 'over' | null {
  const { isOver, place } = useContext(RefusalContext);
  return isOver ? 'over' : place;
}

/** Whether the entry of this name is the one that was refused, and holds what was refused. */
export function useIsRefused(name: string | undefined): boolean {
  const { entry, isOver } = useContext(RefusalContext);
  return name !== undefined && entry === name && !isOver;
}

/**
 * Below the refused entry: takes the message in. The control is described by it, by `id`. As the form's own errors, it
 * ends as soon as the entry holds something else: the message would be said of what was never sent, and the next look
 * for what is wrong would stop there.
 */
export function RefusalPlace({ id }: { readonly id: string }) {
  const { entry, setPlace, end } = useContext(RefusalContext);
  const value = useFormikContext<Readonly<Record<string, unknown>>>().values[entry ?? ''];
  const [refused] = useState(value);
  useEffect(() => {
    if (value !== refused) end();
  });
  return <div id={id} ref={setPlace} />;
}

/**
 * Leads to what needs attention inside `area`: the first wrong entry, else the message. It takes the focus and comes to
 * the middle of the screen, clear of what is fixed at its edges.
 */
export function showRefusal(area: HTMLElement): void {
  const target =
    area.querySelector<HTMLElement>('[aria-invalid="true"]') ?? area.querySelector<HTMLElement>('[role="alert"]');
  if (target === null) return;
  target.focus({ preventScroll: true });
  reveal(target);
}

/**
 * Brings an element to the middle of the screen, and a high one from its beginning. A document that is never drawn has
 * nothing to scroll.
 */
export function reveal(element: HTMLElement): void {
  if ('scrollIntoView' in element)
    element.scrollIntoView({ block: element.offsetHeight > window.innerHeight / 2 ? 'start' : 'center' });
}
