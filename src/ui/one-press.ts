/**
 * How long after a tap another one at the same place is its second half, as systems count double taps, in milliseconds.
 */
const DOUBLE_TAP_MS = 350;

/** How far apart the two taps of a double tap may be, in CSS pixels: a fingertip moves a little. */
const DOUBLE_TAP_PX = 24;

/**
 * After this time a click is a press of its own, however long somebody has been clicking on and on; no system's double
 * click is slower.
 */
const DOUBLE_CLICK_MS = 1000;

/** A press that was let through. */
interface Press {
  readonly control: Element | null;
  readonly at: number;
  readonly x: number;
  readonly y: number;
}

/** The control that a press on `target` means: a label stands for its entry. */
function controlAt(target: Element): Element | null {
  const control = target.closest('a, button, summary, label, input, select');
  return control instanceof HTMLLabelElement ? (control.control ?? control) : control;
}

/** Whether it is the same control, also where the page has drawn it again meanwhile. */
function isSame(control: Element, before: Element | null): boolean {
  if (before === null || before.isConnected) return control === before;
  return (
    control.tagName === before.tagName &&
    control.textContent === before.textContent &&
    control.ariaLabel === before.ariaLabel
  );
}

/**
 * The second half of a double press is nobody's (P-3): by then the page may have changed under the finger, and the
 * control that lies there now would take a step, give a consent or lead away, unseen. A button of a flow is pressed
 * once, whichever it is; elsewhere a second half counts on the same control, such as "closer, closer" of a chart.
 * Presses of the keyboard are never halves. The result ends it.
 *
 * A mouse tells by `detail` which click of a double click it is. Taps of phones all say 1, so they are told by time and
 * place.
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
