/**
 * Ends the present task, so that key presses and painting can come in between, and goes on in one of its own. Not by a
 * timer, which a tab in the background has only once a second.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
