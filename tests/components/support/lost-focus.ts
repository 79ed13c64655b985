// Whether an act removed or disabled the focused element and left the focus nowhere: with the keyboard the member would
// start at the top of the page again, and a screen reader would fall silent (WCAG 2.4.3). Or whether it replaced the
// pressed button by a field and left the focus on the heading above, where the app puts it as a last resort: the member
// wants to type. Every component test checks it.

const FIELDS = 'input, textarea, select';

/** The focused control, or the last one until it disappeared; null if the member gave the focus up. */
let held: Element | null = null;
/** The container of the app that it is in. */
let app: Element | null = null;
/** Everything around the control, innermost first, and the fields that were there when it was focused. */
let around: readonly Element[] = [];
let fields: ReadonlySet<Element> = new Set();
/** A field that took a control's place while a heading got the focus, as long as nothing else gets it. */
let passedOver: { readonly heading: Element; readonly field: Element; readonly control: string } | null = null;
/** What was lost since the last check, in words. */
let lost: string[] = [];

const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

function nameOf(element: Element): string {
  const name = element.getAttribute('aria-label') ?? (element.textContent.trim() || element.getAttribute('name'));
  return `${element.tagName.toLowerCase()} "${name ?? ''}"`;
}

function ancestorsOf(element: Element): readonly Element[] {
  const all: Element[] = [];
  for (let part = element.parentElement; part !== null; part = part.parentElement) all.push(part);
  return all;
}

/** The part of the page from which `held` is gone; null if that is the whole page or step, which has its own start. */
function placeOfHeld(): Element | null {
  const place = around.find((each) => each.isConnected);
  return place === undefined || place.matches('main, :has(main), :has(h1)') ? null : place;
}

/**
 * What was passed over by moving the focus from `held` to `target`. A control of a form or dialog sends or closes it,
 * and a form of several fields is introduced by the heading.
 */
function passedOverBy(target: Element): typeof passedOver {
  if (held === null || held.isConnected || !target.matches('h1, h2, main')) return null;
  if (around.some((each) => each.matches('form, dialog'))) return null;
  const opened = [...(placeOfHeld()?.querySelectorAll(FIELDS) ?? [])].filter((each) => !fields.has(each));
  const [field] = opened;
  return field === undefined || opened.length > 1 ? null : { heading: target, field, control: nameOf(held) };
}

/** Called before and after each act and each wait of a test: until then the focus may be restored. */
export function lookForFocus(): void {
  if (passedOver?.field.isConnected === true && document.activeElement === passedOver.heading)
    lost.push(`${passedOver.control} made way for ${nameOf(passedOver.field)}, which did not get the focus`);
  passedOver = null;
  if (held === null) return;
  const isGone = !held.isConnected && isNowhere();
  // If the whole app has disappeared, as after a test or for a reload, nothing could have the focus. A part rendered by
  // itself has no keeper of the focus.
  const isPage = app?.isConnected === true && app.querySelector('main') !== null;
  if (isPage && (isGone || held.matches(':disabled')))
    lost.push(`${nameOf(held)} ${isGone ? 'went away' : 'was disabled'}, and the focus with it`);
  if (isGone) held = null;
}

const onFocus = ({ target }: Event): void => {
  passedOver = passedOverBy(target as Element);
  held = target as Element;
  app = held.closest('body > *');
  around = ancestorsOf(held);
  fields = new Set(document.querySelectorAll(FIELDS));
};
// A control that is gone has not been left: jsdom lets the page itself lose the focus when a heading takes it.
const onBlur = (): void => {
  if (held?.isConnected === true) held = null;
};

/** Starts watching the page; the returned function stops it. */
export function watchFocus(): () => void {
  const heard = [
    ['focusin', onFocus],
    ['focusout', onBlur],
    ['pointerdown', lookForFocus],
    ['keydown', lookForFocus],
    ['click', lookForFocus],
  ] as const;
  for (const [event, listener] of heard) window.addEventListener(event, listener, true);
  return () => {
    for (const [event, listener] of heard) window.removeEventListener(event, listener, true);
  };
}

/** What was lost since the last call; nothing of it is left for the next test. */
export function lostFocus(): string[] {
  lookForFocus();
  const found = lost;
  [held, passedOver, lost] = [null, null, []];
  return found;
}
