/**
 * How long after a tap another one at the same place counts as its second half, in milliseconds; the same as for double
 * taps in operating systems.
 */
const DOUBLE_TAP_MS = 350;

/** How far apart the two taps of a double tap may be, in CSS pixels: a fingertip moves a little. */
const DOUBLE_TAP_PX = 24;

/**
 * After this time a click is a separate press, however long a person has kept clicking; no operating system has a
 * slower double click.
 */
const DOUBLE_CLICK_MS = 1000;

/** A press that was accepted. */
interface Press {
  readonly control: Element | null;
  readonly at: number;
  readonly x: number;
  readonly y: number;
}

/** The control that a press on `target` means: a label represents its field. */
function controlAt(target: Element): Element | null {
  const control = target.closest('a, button, summary, label, input, select');
  return control instanceof HTMLLabelElement ? (control.control ?? control) : control;
}

/** Whether it is the same control, even if the page has rendered it again in the meantime. */
function isSame(control: Element, before: Element | null): boolean {
  if (before === null || before.isConnected) return control === before;
  return (
    control.tagName === before.tagName &&
    control.textContent === before.textContent &&
    control.ariaLabel === before.ariaLabel
  );
}

/**
 * Swallows the second half of a double press (P-3): by then the page may have changed under the finger, and the control
 * that is there now would take a step, give consent or navigate away, unseen. A button of a flow is pressed once,
 * whichever it is; elsewhere a second half counts if it hits the same control, such as "zoom in, zoom in" of a chart.
 * Key presses are never halves. The returned function stops it.
 *
 * For a mouse, `detail` is the number of the click in a double click. All taps on phones say 1, so they are recognized
 * by time and place.
 */
export function keepOnePress(): () => void {
  let isTap = false;
  let last: Press | null = null;

  const note = ({ pointerType }: PointerEvent): void => {
    isTap = pointerType === 'touch' || pointerType === 'pen';
  };
  const isSecondHalf = ({ detail, timeStamp, clientX, clientY }: MouseEvent): boolean => {
    if (last === null) return false;
    const since = timeStamp - last.at;
    if (detail > 1 && since < DOUBLE_CLICK_MS) return true;
    return isTap && since < DOUBLE_TAP_MS && Math.hypot(clientX - last.x, clientY - last.y) < DOUBLE_TAP_PX;
  };

  const decide = (event: MouseEvent): void => {
    const { target, detail, timeStamp, clientX, clientY } = event;
    // The keyboard and scripts press without a pointer.
    if (detail === 0 || !(target instanceof Element)) return;
    const control = controlAt(target);
    if (!isSecondHalf(event)) last = { control, at: timeStamp, x: clientX, y: clientY };
    else if (
      control !== null &&
      (!isSame(control, last?.control ?? null) || control.matches('[data-flow] :is(a, button, summary)'))
    ) {
      event.preventDefault();
      event.stopPropagation();
    }
  };

  document.addEventListener('pointerdown', note, true);
  document.addEventListener('click', decide, true);
  return () => {
    document.removeEventListener('pointerdown', note, true);
    document.removeEventListener('click', decide, true);
  };
}
