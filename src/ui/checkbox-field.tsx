import { useField } from 'formik';
import { useId } from 'react';

/** A yes or no in a Formik form; the whole line can be pressed. */
export function CheckboxField({ name, label, hint, disabled }: { name: string; label: string; hint?: string; disabled?: boolean }) {
  const [{ value, onChange, onBlur }] = useField<boolean>(name);
  const hintId = useId();
  return (
    <div>
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input type="checkbox" name={name} checked={value} onChange={onChange} onBlur={onBlur} disabled={disabled} aria-describedby={hint ? hintId : undefined} className="checkbox checkbox-primary border-line" />
        <span>{label}</span>
      </label>
      {hint && (
        <p id={hintId} className="pl-9 text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
