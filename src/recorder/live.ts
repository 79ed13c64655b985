import type { Recorder } from './recorder.ts';

/**
 * Reports the states of this page's flows to the window that opened it, so that the atlas beside a running app can show
 * them. In development only. It sends names of flows and states and nothing of a member, so any window may know them.
 */
export function tellOpener({ log, subscribe }: Recorder, opener: Pick<Window, 'postMessage'>): () => void {
  const tell = (): void => {
    const last = log.at(-1);
    if (last !== undefined) opener.postMessage({ perch: 'live', flow: last.flow, state: last.state }, '*');
  };
  tell();
  return subscribe(tell);
}
