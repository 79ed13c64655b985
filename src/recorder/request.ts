/** The stored item by which a tester asks for a log of what the flows do: `true`, or `false` where it is not wanted. */
const ITEM = 'perch.recorder';

/** What the request is read from and kept in. */
export interface Asking {
  readonly local: Pick<Storage, 'getItem' | 'setItem'>;
  readonly location: Pick<Location, 'href' | 'search'>;
  readonly history: Pick<History, 'state' | 'replaceState'>;
  /** Whether this is a build for development, where the recorder runs unless it was stopped. */
  readonly development: boolean;
}

/**
 * Whether the flows are to be recorded: asked for by `?recorder=on` in the address (`off` ends it), which is remembered
 * and taken out of the address, so that the page goes on as if it had been opened without it.
 */
export function isRecorderWanted({ local, location, history, development }: Asking): boolean {
  const asked = location.search.includes('recorder=') ? new URL(location.href).searchParams.get('recorder') : null;
  if (asked !== 'on' && asked !== 'off') return (local.getItem(ITEM) ?? String(development)) === 'true';
  const plain = new URL(location.href);
  plain.searchParams.delete('recorder');
  history.replaceState(history.state, '', plain);
  local.setItem(ITEM, String(asked === 'on'));
  return asked === 'on';
}

/** The recorder is not wanted any more, until it is asked for again. */
export function stopRecording(local: Asking['local']): void {
  local.setItem(ITEM, 'false');
}
