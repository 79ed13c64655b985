import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';

interface Refusal {
  /** Name of the entry that the server refused; null where nothing was refused, or the form as a whole. */
  readonly entry: string | null;
  /** Where the message stands, right below the entry; null until the entry is on the page. */
  readonly place: HTMLElement | null;
  readonly setPlace: (place: HTMLElement | null) => void;
}

const RefusalContext = createContext<Refusal>({ entry: null, place: null, setPlace: () => undefined });

/** Around a form: the message inside it moves to the entry that was refused. Where that entry is not shown, it stays where it is. */
export function RefusalArea({ entry, children }: { readonly entry: string | null; readonly children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const refusal = useMemo(() => ({ entry, place, setPlace }), [entry, place]);
  return <RefusalContext value={refusal}>{children}</RefusalContext>;
}

/** Where a message has to stand; null where it stands already. */
export function useRefusalPlace(): HTMLElement | null {
  return useContext(RefusalContext).place;
}

/** Whether the entry of this name is the one that was refused. */
export function useIsRefused(name: string | undefined): boolean {
  const { entry } = useContext(RefusalContext);
  return name !== undefined && entry === name;
}

/** Below the refused entry: takes the message in. The control is described by it, by `id`. */
export function RefusalPlace({ id }: { readonly id: string }) {
  const { setPlace } = useContext(RefusalContext);
  return <div id={id} ref={setPlace} />;
}

/**
 * Leads to what needs attention inside `area`: the first wrong entry, else the message. It takes the focus and comes to the
 * middle of the screen, clear of what is fixed at its edges.
 */
export function showRefusal(area: HTMLElement): void {
  const target = area.querySelector<HTMLElement>('[aria-invalid="true"]') ?? area.querySelector<HTMLElement>('[role="alert"]');
  if (target === null) return;
  target.focus({ preventScroll: true });
  reveal(target);
}

/** Brings an element to the middle of the screen. A document that is never drawn has nothing to scroll. */
export function reveal(element: HTMLElement): void {
  if ('scrollIntoView' in element) element.scrollIntoView({ block: 'center' });
}
