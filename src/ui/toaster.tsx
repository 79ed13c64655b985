import { Close, Description, Provider, Root, Viewport } from '@radix-ui/react-toast';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';

export type ToastKind = 'success' | 'failure';

/** One short message. */
export interface Toast {
  id: number;
  kind: ToastKind;
  text: string;
}

const SHOWN_MS = 6_000;

/** The stack of messages: announced, paused by hover and focus, swiped away, closed by Escape. */
export function Toaster({ toasts, onGone }: { toasts: readonly Toast[]; onGone: (id: number) => void }) {
  const { t } = useTranslation();
  return (
    <Provider duration={SHOWN_MS} label={t('toast.region')} swipeDirection="down">
      {toasts.map((toast) => (
        <Root
          key={toast.id}
          type={toast.kind === 'failure' ? 'foreground' : 'background'}
          onOpenChange={(open) => {
            if (!open) onGone(toast.id);
          }}
          className="flex items-center gap-3 rounded-field bg-neutral py-2 pr-2 pl-4 text-neutral-content shadow-lg"
        >
          <Icon name={toast.kind === 'success' ? 'check' : 'alert'} />
          <Description className="grow text-sm">{toast.text}</Description>
          <Close aria-label={t('action.close')} className="btn btn-ghost btn-square btn-sm size-11">
            <Icon name="close" className="size-4" />
          </Close>
        </Root>
      ))}
      <Viewport
        label={t('toast.region')}
        className="pointer-events-none fixed inset-x-4 bottom-[calc(5rem+env(safe-area-inset-bottom))] z-50 flex flex-col gap-2 *:pointer-events-auto md:right-6 md:bottom-6 md:left-auto md:w-96"
      />
    </Provider>
  );
}
