import { createContext, useCallback, useContext, useRef, useState, type ReactNode } from 'react';
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
  const last = useRef(0);
  const drop = useCallback((id: number) => setToasts((present) => present.filter((toast) => toast.id !== id)), []);
  const show = useCallback<ShowToast>(
    (kind, text, until) => {
      const id = (last.current += 1);
      setToasts((present) => [...present, { id, kind, text }]);
      until?.addEventListener('abort', () => drop(id));
      fetchToaster().then(
        (fetched) => setToaster(() => fetched),
        // Without a network, an unimportant message is dropped and the page stays; the next message tries again.
        () => setToasts([]),
      );
    },
    [drop],
  );
  return (
    <ToastContext value={show}>
      {children}
      {Toaster !== null && <Toaster toasts={toasts} onGone={drop} />}
    </ToastContext>
  );
}
