/**
 * Presses the control that the member pressed on the prerendered frame, which could not answer yet
 * (`src/shell/boot.ts`), unless they have opened something since. The focus goes there too, as after their own press.
 */
export function pressAgain(window: Window): void {
  const { perchPressed: name, document } = window;
  delete window.perchPressed;
  if (name === undefined || document.querySelector('dialog[open]') !== null) return;
  // The bar at the side and the one at the top have the same controls, and a window shows one of the two.
  const control = [...document.querySelectorAll<HTMLElement>(`button[name="${name}"]`)].find(
    (each) => each.getClientRects().length > 0,
  );
  control?.focus();
  control?.click();
}
