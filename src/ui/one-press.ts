/** How long after a tap another one at the same place is its second half, as systems count double taps, in milliseconds. */
const DOUBLE_TAP_MS = 350;

/** How far apart the two taps of a double tap may be, in CSS pixels: a fingertip moves a little. */
const DOUBLE_TAP_PX = 24;

/** A press that was let through. */
interface Press {
  readonly control: Element | null;
  readonly at: number;
  readonly x: number;
  readonly y: number;
}

/**
 * The second half of a double press is nobody's (P-3): by then the page may have changed under the finger, and the control that lies
 * there now would take a step, or lead away, unseen. In a flow no second half counts; elsewhere one on the same control does, such as
 * "closer, closer" of a chart. Presses of the keyboard are never halves. The result ends it.
 *
 * A mouse tells by `detail` which click of a double click it is. Taps of phones all say 1, so they are told by time and place.
 */
export function keepOnePress(): () => void {
  let isTap = false;
  let last: Press | null = null;

  const note = ({ pointerType }: PointerEvent): void => {
    isTap = pointerType === 'touch' || pointerType === 'pen';
  };
  const isSecondTap = ({ timeStamp, clientX, clientY }: MouseEvent): boolean =>
    isTap && last !== null && timeStamp - last.at < DOUBLE_TAP_MS && Math.hypot(clientX - last.x, clientY - last.y) < DOUBLE_TAP_PX;

  const decide = (event: MouseEvent): void => {
    const { target, detail, timeStamp, clientX, clientY } = event;
    // The keyboard and scripts press without a pointer.
    if (detail === 0 || !(target instanceof Element)) return;
    const control = target.closest('a, button, summary');
    const isSecondHalf = detail > 1 || isSecondTap(event);
    if (!isSecondHalf) last = { control, at: timeStamp, x: clientX, y: clientY };
    else if (control !== null && (control !== last?.control || control.closest('[data-flow]') !== null)) {
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
