import { useFormikContext } from 'formik';
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';

interface Refusal {
  /** Name of the field that the server refused; null if nothing was refused, or the form as a whole. */
  readonly entry: string | null;
  /** Whether the field has a new value, so that the message no longer applies. */
  readonly isOver: boolean;
  /** The element for the message, directly below the field; null until the field is on the page. */
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
  /** A new object for every refusal. */
  readonly about: unknown;
  readonly children: ReactNode;
}

/**
 * Wraps a form: the message inside it moves to the field that was refused. If that field is not shown, the message
 * stays where it is.
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

/** Where a message has to move, or `over` if it no longer applies; null if it is in the right place. */
export function useRefusalPlace(): HTMLElement | 'over' | null {
  const { isOver, place } = useContext(RefusalContext);
  return isOver ? 'over' : place;
}

/** Whether the field of this name is the one that was refused, and still has the refused value. */
export function useIsRefused(name: string | undefined): boolean {
  const { entry, isOver } = useContext(RefusalContext);
  return name !== undefined && entry === name && !isOver;
}

/**
 * The place of the message, below the refused field. The control is described by it, through `id`. Like the form's own
 * errors, the message disappears as soon as the field has another value: it would describe something that was never
 * sent, and the next search for an error would stop there.
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
 * Moves to what needs attention inside `area`: the first invalid field, otherwise the message. It gets the focus and is
 * scrolled to the middle of the screen, clear of what is fixed at its edges.
 */
export function showRefusal(area: HTMLElement): void {
  const target =
    area.querySelector<HTMLElement>('[aria-invalid="true"]') ?? area.querySelector<HTMLElement>('[role="alert"]');
  if (target === null) return;
  target.focus({ preventScroll: true });
  reveal(target);
}

/**
 * Scrolls an element to the middle of the screen, or a tall one to its beginning. A document that is never drawn has
 * nothing to scroll.
 */
export function reveal(element: HTMLElement): void {
  if ('scrollIntoView' in element)
    element.scrollIntoView({ block: element.offsetHeight > window.innerHeight / 2 ? 'start' : 'center' });
}
