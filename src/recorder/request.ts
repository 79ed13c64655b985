/** The stored item by which a tester requests a log of the flows: `true`, or `false` if it was stopped. */
const ITEM = 'perch.recorder';

/** Where the request is read from and stored. */
export interface Asking {
  readonly local: Pick<Storage, 'getItem' | 'setItem'>;
  readonly location: Pick<Location, 'href'>;
  readonly history: Pick<History, 'state' | 'replaceState'>;
  /** Whether this is a development build, in which the recorder runs unless it was stopped. */
  readonly development: boolean;
}

/**
 * Whether the flows are recorded: `?recorder=on` in the URL requests it (`off` ends it). The choice is stored and
 * removed from the URL, so that the page continues as if it had been opened without it.
 */
export function isRecorderWanted({ local, location, history, development }: Asking): boolean {
  const plain = new URL(location.href);
  const asked = plain.searchParams.get('recorder');
  if (asked !== 'on' && asked !== 'off') return (local.getItem(ITEM) ?? String(development)) === 'true';
  plain.searchParams.delete('recorder');
  history.replaceState(history.state, '', plain);
  local.setItem(ITEM, String(asked === 'on'));
  return asked === 'on';
}

/** Stops recording until it is requested again. */
export function stopRecording(local: Asking['local']): void {
  local.setItem(ITEM, 'false');
}
