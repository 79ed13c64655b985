import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';

export interface ConfirmDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** What the confirming button says. */
  readonly confirm: string;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks once more before something that can't be taken back. Shown for as long as it is rendered; Escape closes it. */
export function ConfirmDialog({ title, children, confirm, busy, onConfirm, onClose }: ConfirmDialogProps) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose} className="m-auto w-[calc(100%-2rem)] max-w-md rounded-box bg-base-100 p-6 text-base-content backdrop:bg-black/50">
      <div className="flex flex-col gap-4">
        <h2 id={id} className="font-display text-xl font-semibold">
          {title}
        </h2>
        {children}
        <div className="flex flex-wrap justify-end gap-3">
          {/* Closed by the element itself, which gives the focus back to where it was. */}
          <Button kind="quiet" onClick={() => dialog.current?.close()}>
            {t('action.cancel')}
          </Button>
          <Button busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </div>
      </div>
    </dialog>
  );
}
