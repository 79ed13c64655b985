import { useField } from 'formik';
import { useId } from 'react';
import { RefusalPlace, useIsRefused } from './refusal.tsx';
import { useFieldError } from './use-field-error.ts';

/** A yes or no in a Formik form; the whole line can be pressed. */
export function CheckboxField({
  name,
  label,
  hint,
  disabled,
}: {
  name: string;
  label: string;
  hint?: string;
  disabled?: boolean;
}) {
  const [{ value, onChange, onBlur }] = useField<boolean>(name);
  const error = useFieldError(name);
  const isRefused = useIsRefused(name);
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`, isRefused && `${id}-refusal`]
    .filter(Boolean)
    .join(' ');
  return (
    <div>
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          name={name}
          checked={value}
          onChange={onChange}
          onBlur={onBlur}
          disabled={disabled}
          aria-describedby={described || undefined}
          aria-invalid={error || isRefused ? true : undefined}
          className="checkbox border-line checkbox-primary"
        />
        <span>{label}</span>
      </label>
      {isRefused && <RefusalPlace id={`${id}-refusal`} />}
      {hint && (
        <p id={`${id}-hint`} className="pl-9 text-sm text-muted">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className="pl-9 text-sm font-medium text-error">
          {error}
        </p>
      )}
    </div>
  );
}
