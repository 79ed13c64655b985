import { useId, type ReactNode } from 'react';

export interface FieldTexts {
  label: string;
  /** A sentence under the field that helps before anything went wrong. */
  hint?: string | undefined;
}

export interface FieldIds {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
}

/** Label, hint and error around one control, wired so that a screen reader says all three. The control itself is `children`. */
export function FieldFrame({ label, hint, error, children }: FieldTexts & { error: string | undefined; children: (ids: FieldIds) => ReactNode }) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = [hint && hintId, error && errorId].filter(Boolean).join(' ');
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p id={hintId} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} className="text-sm font-medium whitespace-pre-line text-error">
          {error}
        </p>
      )}
    </div>
  );
}
