import { createContext, lazy, Suspense, useCallback, useContext, useState, type ReactNode } from 'react';
import type { Toast, ToastKind } from './toaster.tsx';

/** Shows a short message that goes away by itself. What a member must not miss belongs into an Alert instead. */
export type ShowToast = (kind: ToastKind, text: string) => void;

const ToastContext = createContext<ShowToast>(() => undefined);

/** Fetched with the first message, since the sign-in page must not pay for it. */
const Toaster = lazy(() => import('./toaster.tsx').then((module) => ({ default: module.Toaster })));

export function useToast(): ShowToast {
  return useContext(ToastContext);
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const show = useCallback<ShowToast>((kind, text) => {
    setToasts((present) => [...present, { id: (present.at(-1)?.id ?? 0) + 1, kind, text }]);
  }, []);
  const drop = useCallback((id: number) => setToasts((present) => present.filter((toast) => toast.id !== id)), []);
  const [used, setUsed] = useState(false);
  if (toasts.length > 0 && !used) setUsed(true);
  return (
    <ToastContext value={show}>
      {children}
      {used && (
        <Suspense fallback={null}>
          <Toaster toasts={toasts} onGone={drop} />
        </Suspense>
      )}
    </ToastContext>
  );
}
