/**
 * Notes steps back and forward that are taken while the page is rendered for the first time: the router listens only
 * once it is there. What is returned is called then, and has the router take the step.
 */
export function noteSteps(window: Window): () => void {
  let taken = false;
  const note = (): void => {
    taken = true;
  };
  window.addEventListener('popstate', note);
  return () => {
    window.removeEventListener('popstate', note);
    if (taken) window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state as unknown }));
    taken = false;
  };
}
