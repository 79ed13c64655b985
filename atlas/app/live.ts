import { useEffect, useState } from 'react';

/** The current state of a running app. */
export interface LiveState {
  readonly flow: string;
  readonly state: string;
}

/** A name of a flow or state; anything else is not a message from the app. */
const NAME = /^[A-Za-z0-9.-]{1,200}$/;

/** Reads a message of the app in development; null if it is not one. */
export function liveStateIn(data: unknown): LiveState | null {
  const { perch, flow, state } = (typeof data === 'object' && data !== null ? data : {}) as Readonly<
    Record<string, unknown>
  >;
  if (perch !== 'live' || typeof flow !== 'string' || typeof state !== 'string') return null;
  return NAME.test(flow) && NAME.test(state) ? { flow, state } : null;
}

/** The current state of the app that was opened next to the atlas; null while none reports one. */
export function useLiveState(): LiveState | null {
  const [live, setLive] = useState<LiveState | null>(null);
  useEffect(() => {
    const hear = ({ data, origin }: MessageEvent<unknown>): void => {
      const told = isNear(origin) ? liveStateIn(data) : null;
      if (told !== null) setLive(told);
    };
    window.addEventListener('message', hear);
    return () => window.removeEventListener('message', hear);
  }, []);
  return live;
}

/** Only messages from an app on this machine are accepted. */
function isNear(origin: string): boolean {
  return /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/.test(origin);
}
