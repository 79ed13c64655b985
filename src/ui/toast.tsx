import { createContext, useCallback, useContext, useState, type ReactNode } from 'react';
import type { Toast, ToastKind, ToastText } from './toaster.tsx';

/**
 * Shows a short message that disappears automatically, and at once when `until` aborts. What a member must not miss
 * belongs in an Alert instead.
 */
export type ShowToast = (kind: ToastKind, text: ToastText, until?: AbortSignal) => void;

const ToastContext = createContext<ShowToast>(() => undefined);

/** Loaded with the first message, since the sign-in page must not pay for it. */
const fetchToaster = () => import('./toaster.tsx').then((module) => module.Toaster);
type Toaster = Awaited<ReturnType<typeof fetchToaster>>;

export function useToast(): ShowToast {
  return useContext(ToastContext);
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const [Toaster, setToaster] = useState<Toaster | null>(null);
  const show = useCallback<ShowToast>((kind, text, until) => {
    setToasts((present) => [...present, { id: (present.at(-1)?.id ?? 0) + 1, kind, text, until }]);
    fetchToaster().then(
      (fetched) => setToaster(() => fetched),
      // Without a network, an unimportant message is dropped and the page stays; the next message tries again.
      () => setToasts([]),
    );
  }, []);
  const drop = useCallback((id: number) => setToasts((present) => present.filter((toast) => toast.id !== id)), []);
  return (
    <ToastContext value={show}>
      {children}
      {Toaster !== null && <Toaster toasts={toasts} onGone={drop} />}
    </ToastContext>
  );
}
