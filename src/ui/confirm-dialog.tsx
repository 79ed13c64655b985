import { useEffect, useId, useRef, type ReactNode } from 'react';
import { Button } from './button.tsx';

export interface ConfirmDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /**
   * The label of the button that changes nothing, as a verb of the act: "Keep withdrawal", never a bare "Cancel".
   */
  readonly keep: string;
  /** The label of the button that acts, as a verb with its object: "Cancel withdrawal". */
  readonly act: string;
  /** The label of that button while it acts. */
  readonly acting: string;
  /** Whether something is lost or ended by it; the button then has the color of errors. */
  readonly destructive: boolean;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/**
 * Asks for confirmation of something that can't be undone. Both buttons say what they do, so that they can't be
 * confused. Shown as long as it is rendered; Escape closes it, unless it acts: what was sent can't be taken back, and
 * what comes of it is said here.
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
      onCancel={(event) => busy && event.preventDefault()}
      // Browsers close it nevertheless if Escape is pressed twice.
      onClose={() => (busy ? dialog.current?.showModal() : onClose())}
      className="dialog-box"
    >
      <div className="flex flex-col gap-4">
        <h2 id={id} className="text-xl font-semibold tracking-tight">
          {title}
        </h2>
        {children}
        <div className="flex flex-wrap justify-end gap-3">
          {/* The element itself closes, which returns the focus to where it was. */}
          {!busy && (
            <Button kind="quiet" onClick={() => dialog.current?.close()}>
              {keep}
            </Button>
          )}
          <Button kind={destructive ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {busy ? acting : act}
          </Button>
        </div>
      </div>
    </dialog>
  );
}
