import { useField } from 'formik';
import { useId } from 'react';
import { useFieldError } from './use-field-error.ts';

/** A yes or no in a Formik form; the whole line can be pressed. */
export function CheckboxField({ name, label, hint, disabled }: { name: string; label: string; hint?: string; disabled?: boolean }) {
  const [{ value, onChange, onBlur }] = useField<boolean>(name);
  const error = useFieldError(name);
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
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
          aria-invalid={error === undefined ? undefined : true}
          className="checkbox border-line checkbox-primary"
        />
        <span>{label}</span>
      </label>
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
