import { useEffect, useId, useRef, type ReactNode } from 'react';
import { Button } from './button.tsx';

export interface ConfirmDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /**
   * What the button says that leaves things as they are, as a verb of the act: "Keep the withdrawal", never a bare
   * "Cancel".
   */
  readonly keep: string;
  /** What the button says that does it, as a verb with what it is done to: "Cancel the withdrawal". */
  readonly act: string;
  /** What that button says while it is being done. */
  readonly acting: string;
  /** Whether something is lost or ended by it; the button has the colour of errors then. */
  readonly destructive: boolean;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/**
 * Asks once more before something that can't be taken back. Both buttons say what they do, so that neither can be taken
 * for the other. Shown for as long as it is rendered; Escape closes it.
 */
export function ConfirmDialog({
  title,
  children,
  keep,
  act,
  acting,
  destructive,
  busy,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={onClose}
      className="m-auto w-[calc(100%-2rem)] max-w-md rounded-box bg-base-100 p-6 text-base-content backdrop:bg-black/50"
    >
      <div className="flex flex-col gap-4">
        <h2 id={id} className="font-display text-xl font-semibold">
          {title}
        </h2>
        {children}
        <div className="flex flex-wrap justify-end gap-3">
          {/* Closed by the element itself, which gives the focus back to where it was. */}
          <Button kind="quiet" onClick={() => dialog.current?.close()}>
            {keep}
          </Button>
          <Button kind={destructive ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {busy ? acting : act}
          </Button>
        </div>
      </div>
    </dialog>
  );
}
