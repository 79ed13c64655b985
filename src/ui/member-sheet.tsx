import { useEffect, useRef, type PointerEvent, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { MemberIcon } from './member-icon.tsx';

/** How far a finger pulls a sheet down until it closes, in pixels. */
const PULL_PX = 72;

export interface SheetProps {
  readonly sheet: RefObject<HTMLDialogElement | null>;
  /** The name of the dialog. */
  readonly label: string;
  /** What is at its top, beside the button that closes it. */
  readonly head: ReactNode;
  readonly className?: string;
  /** Called when it has closed, whatever closed it. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

/**
 * A native dialog that rises from the bottom of a phone: it keeps the focus, and gives it back to the control that
 * opened it. Escape, a press beside it, a finger that pulls its head down, any link in it and any navigation close it.
 */
export function Sheet({ sheet, label, head, className = '', onClose, children }: SheetProps) {
  const { t } = useTranslation();
  const { key: visit } = useLocation();
  const pull = usePull(sheet);
  // Back and Forward lead to another page just like an entry: the sheet must not stay open over it.
  useEffect(() => {
    if (sheet.current?.open === true && sheet.current.dataset['visit'] !== visitNow()) sheet.current.close();
  }, [visit, sheet]);
  return (
    <dialog
      ref={sheet}
      onClose={onClose}
      aria-label={label}
      // A press beside the sheet hits the dialog itself, its backdrop. A link may lead to the page that is open.
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget || (target as Element).closest('a') !== null) currentTarget.close();
      }}
      className={`sheet ${className}`}
    >
      <div className="flex max-h-[inherit] flex-col">
        <div className="sheet-head" {...pull}>
          <span aria-hidden="true" className="sheet-grip" />
          {head}
          <button
            type="button"
            onClick={() => sheet.current?.close()}
            aria-label={t('action.close')}
            className="btn btn-ghost btn-square size-11"
          >
            <MemberIcon name="close" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}

/**
 * Opens a sheet over the page that the address names. That page may still be on its way, where a member was quick, and
 * its arrival must not close what they have opened since.
 */
export function openSheet({ current: sheet }: SheetProps['sheet']): void {
  if (sheet === null) return;
  sheet.dataset['visit'] = visitNow();
  sheet.showModal();
}

/** The place in the browser's history, where the router keeps it; a page that replaces its own address stays there. */
const visitNow = (): string => String((window.history.state as { readonly idx?: number } | null)?.idx ?? 0);

/** A finger pulls the sheet along, and far enough closes it. */
function usePull(sheet: RefObject<HTMLDialogElement | null>) {
  const from = useRef<number | null>(null);
  const pulled = (event: PointerEvent) => Math.max(0, event.clientY - (from.current ?? event.clientY));
  const follow = (distance: number | null) => {
    sheet.current?.toggleAttribute('data-pulled', distance !== null);
    sheet.current?.style.setProperty('translate', distance === null ? '' : `0 ${distance}px`);
  };
  const letGo = (closes: boolean) => {
    from.current = null;
    follow(null);
    if (closes) sheet.current?.close();
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.pointerType === 'touch') from.current = event.clientY;
    },
    onPointerMove: (event: PointerEvent) => {
      if (from.current !== null) follow(pulled(event));
    },
    onPointerUp: (event: PointerEvent) => letGo(pulled(event) > PULL_PX),
    onPointerCancel: () => letGo(false),
  };
}
