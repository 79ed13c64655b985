/** What is open only on paper, until its last event has come. */
const opened = new Set<HTMLDetailsElement>();

/**
 * Opens what is folded while the page is printed: on paper nobody can (D-29). For browsers whose style sheet can't.
 * Called again, it changes nothing.
 */
export function openOnPaper(): void {
  window.addEventListener('beforeprint', open);
  window.addEventListener('afterprint', close);
  document.addEventListener('toggle', hush, true);
}

function open(): void {
  for (const fold of document.querySelectorAll<HTMLDetailsElement>('details:not([open])')) {
    opened.add(fold);
    fold.open = true;
  }
}

function close(): void {
  for (const fold of opened) fold.open = false;
}

/** The page is not to take it for the member's act, as a question that puts itself into the address does. */
function hush(event: Event): void {
  const fold = event.target as HTMLDetailsElement;
  if (!opened.has(fold)) return;
  event.stopImmediatePropagation();
  if (!fold.open) opened.delete(fold);
}
