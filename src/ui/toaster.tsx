import { Action, Close, Description, Provider, Root, Viewport } from '@radix-ui/react-toast';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useClearPlace } from './clear-place.ts';
import { Icon } from './icon.tsx';
import { MemberIcon } from './member-icon.tsx';
import { WholeWords } from './whole-words.tsx';

/** `passing` is a message that nobody has to read: it is announced, disappears soon and lets presses through. */
export type ToastKind = 'success' | 'failure' | 'passing';

/** The words of a message; with the address of the page that it is about, or what a press opens, they lead there. */
export type ToastText =
  | string
  | { readonly words: string; readonly to: string }
  | { readonly words: string; readonly onPress: () => void };

/** One short message. */
export interface Toast {
  id: number;
  kind: ToastKind;
  text: ToastText;
  /** Ends the message when it aborts. */
  until?: AbortSignal | undefined;
}

const SHOWN_MS = 6_000;
const PASSING_MS = 2_500;
const LEADS_ON = 'flex min-h-11 items-center underline underline-offset-4';

/**
 * The stack of messages: announced, paused by hover and focus, swiped away, closed by Escape, and never over a control
 * of the page.
 */
export function Toaster({ toasts, onGone }: { toasts: readonly Toast[]; onGone: (id: number) => void }) {
  const { t } = useTranslation();
  const stack = useClearPlace<HTMLOListElement>(toasts);
  useEffect(() => {
    const stop = new AbortController();
    for (const { id, until } of toasts) {
      // It may have aborted while this code was loaded.
      if (until?.aborted === true) onGone(id);
      until?.addEventListener('abort', () => onGone(id), { signal: stop.signal });
    }
    return () => stop.abort();
  }, [toasts, onGone]);
  return (
    <Provider duration={SHOWN_MS} label={t('toast.region')} swipeDirection="down">
      {toasts.map((toast) => (
        <Root
          key={toast.id}
          duration={toast.kind === 'passing' ? PASSING_MS : SHOWN_MS}
          type={toast.kind === 'failure' ? 'foreground' : 'background'}
          onOpenChange={(open) => {
            if (!open) onGone(toast.id);
          }}
          className={`flex min-h-11 items-center gap-3 rounded-field bg-neutral px-4 py-2 text-neutral-content shadow-lg [--perch-ring:var(--color-neutral-content)] ${toast.kind === 'passing' ? 'pointer-events-none mx-auto' : 'pointer-events-auto pr-2'}`}
        >
          <Icon name={toast.kind === 'failure' ? 'alert' : 'check'} />
          <Description className="grow text-sm">
            {typeof toast.text === 'string' ? (
              toast.text
            ) : (
              <Action asChild altText={toast.text.words}>
                {'to' in toast.text ? (
                  <Link to={toast.text.to} className={LEADS_ON}>
                    <WholeWords text={toast.text.words} />
                  </Link>
                ) : (
                  <button type="button" onClick={toast.text.onPress} className={`cursor-pointer text-left ${LEADS_ON}`}>
                    <WholeWords text={toast.text.words} />
                  </button>
                )}
              </Action>
            )}
          </Description>
          {toast.kind !== 'passing' && (
            <Close
              aria-label={t('action.close')}
              className="grid size-11 shrink-0 cursor-pointer place-items-center rounded-field hover:bg-neutral-content/15"
            >
              <MemberIcon name="close" className="size-4" />
            </Close>
          )}
        </Root>
      ))}
      <Viewport
        ref={stack}
        label={t('toast.region')}
        className="pointer-events-none fixed inset-x-4 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-50 flex flex-col gap-2 md:inset-x-auto md:top-4 md:bottom-auto md:left-1/2 md:w-96 md:-translate-x-1/2"
      />
    </Provider>
  );
}
