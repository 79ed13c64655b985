import type { Recorder } from './recorder.ts';

/**
 * Tells the window that opened this page which state its flows are in, so that the atlas beside a running app can show
 * it. In development only. Names of flows and states, nothing of a member: whichever window it is may know them.
 */
export function tellOpener({ log, subscribe }: Recorder, opener: Pick<Window, 'postMessage'>): () => void {
  const tell = (): void => {
    const last = log.at(-1);
    if (last !== undefined) opener.postMessage({ perch: 'live', flow: last.flow, state: last.state }, '*');
  };
  tell();
  return subscribe(tell);
}
