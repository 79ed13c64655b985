/** Ends the present task, so that key presses and painting come in between, and goes on in one of its own. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
