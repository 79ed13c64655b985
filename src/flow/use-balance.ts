import { useEffect, useRef, useState } from 'react';
import type { AnyMachineSnapshot } from 'xstate';
import { useUpToDate } from '#src/reads/live.ts';
import { useServices } from '#src/services/services.ts';

/** Money may arrive at any time, and members wait for it at the form. */
const AGAIN_SECONDS = 30;
const TOLD = ['balances'] as const;

interface BalanceOptions<TOptions> {
  readonly snapshot: AnyMachineSnapshot;
  /** What the form shows; null before it is loaded. */
  readonly options: TOptions | null;
  readonly send: (event: { readonly type: 'BALANCE_READ'; readonly options: TOptions }) => void;
  /** Reads it again. */
  readonly read: (signal: AbortSignal) => Promise<{ readonly options?: TOptions }>;
}

/**
 * Keeps the balance of a form up to date, as `useUpToDate` says, while the form is shown: never while a call of the
 * flow is under way. The chart takes over a changed balance, ends the refusal of what it suffices for, and changes
 * nothing else.
 */
export function useBalance<TOptions>({ snapshot, options, send, read }: BalanceOptions<TOptions>): void {
  const { now } = useServices();
  const [seen, setSeen] = useState({ options, at: 0, isOld: false });
  if (seen.options !== options) setSeen({ options, at: now(), isOld: false });
  const isTaken = snapshot.hasTag('form');
  const running = useRef<AbortController | null>(null);
  useEffect(() => {
    if (isTaken) return () => running.current?.abort();
    return undefined;
  }, [isTaken]);

  const shown = {
    readAt: isTaken ? seen.at : null,
    // What is told while the form can't take it is read once it can.
    isAwaited: !isTaken,
    isOld: seen.isOld,
    againAfter: AGAIN_SECONDS,
    told: TOLD,
  };
  useUpToDate(shown, () => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    const keep = (isOld: boolean) => setSeen((before) => ({ ...before, isOld, at: isOld ? before.at : now() }));
    read(signal).then(
      // Also what is on hold has a balance: the press is what is refused then, with the reason.
      ({ options: fresh }) => {
        if (signal.aborted) return;
        keep(fresh === undefined);
        if (fresh !== undefined) send({ type: 'BALANCE_READ', options: fresh });
      },
      () => {
        if (!signal.aborted) keep(true);
      },
    );
  });
}
