import type { AnyMachineSnapshot } from 'xstate';
import { useBalance } from '#src/flow/use-balance.ts';
import { useDeadline } from '#src/flow/use-deadline.ts';
import { useServices, type Services } from '#src/services/services.ts';

interface Holding {
  readonly snapshot: { readonly context: { readonly open: { readonly lifetime: number } | null } };
  readonly now: () => number;
}

interface Offering<TOptions> extends Holding {
  readonly snapshot: Holding['snapshot'] &
    AnyMachineSnapshot & { readonly context: { readonly options: TOptions | null } };
  readonly send: (event: { readonly type: 'BALANCE_READ'; readonly options: TOptions }) => void;
}

/** Tells until when the draft of a flow holds. */
export function useDraft({ snapshot, now }: Holding): { readonly until: number } {
  return { until: useDeadline(snapshot.context.open, now) };
}

/** Does so, and keeps the balance of the flow's form up to date, which is read as its options are. */
export function draftWithBalance<TOptions>(
  read: (services: Services, signal: AbortSignal) => Promise<{ readonly kind: string; readonly options?: TOptions }>,
) {
  return function useDraftWithBalance(flow: Offering<TOptions>): { readonly until: number } {
    const services = useServices();
    const { snapshot, send } = flow;
    useBalance({ snapshot, options: snapshot.context.options, send, read: (signal) => read(services, signal) });
    return useDraft(flow);
  };
}
