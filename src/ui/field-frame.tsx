import { useId, type ReactNode } from 'react';
import { RefusalPlace, useIsRefused } from './refusal.tsx';

export interface FieldTexts {
  label: string;
  /** Help under the field before anything goes wrong. */
  hint?: ReactNode;
}

export interface FieldIds {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
}

interface FieldFrameProps extends FieldTexts {
  /** Name of the field, by which a refusal finds it; absent if no refusal can be about it. */
  name?: string;
  error: string | undefined;
  children: (ids: FieldIds) => ReactNode;
}

/**
 * Label, hint, error and refusal around one control, wired so that a screen reader reads all of them. The control
 * itself is `children`.
 */
export function FieldFrame({ name, label, hint, error, children }: FieldFrameProps) {
  const id = useId();
  const isRefused = useIsRefused(name);
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const refusalId = `${id}-refusal`;
  const described = [hint && hintId, error && errorId, isRefused && refusalId].filter(Boolean).join(' ');
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error || isRefused ? true : undefined,
      })}
      {isRefused && <RefusalPlace id={refusalId} />}
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
