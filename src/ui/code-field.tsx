import { useField } from 'formik';
import { useLayoutEffect, useRef, type ChangeEvent } from 'react';
import { FieldFrame, type FieldTexts } from './field-frame.tsx';
import { useFieldError } from './use-field-error.ts';

const GROUP = 3;

/**
 * A code as the server takes it: ASCII (S-08). Input methods of Japanese and Chinese type full-width digits and
 * letters, which look the same to whoever types them; here is the one place that turns them.
 */
export function plainCode(typed: string): string {
  return typed.normalize('NFKC').trim();
}

/** The digits of what was typed or pasted: full-width digits of an input method count, spaces and hyphens don't. */
export function digitsOf(typed: string, length: number): string {
  return plainCode(typed).replace(/\D/g, '').slice(0, length);
}

/** "123456" → "123 456": read aloud and compared in threes. */
export function grouped(digits: string): string {
  return digits.replace(/(\d{3})(?=\d)/g, '$1 ');
}

/**
 * A numeric code in a Formik form: one input, so that paste, autofill from a message and a screen reader work. The form
 * holds bare digits; the grouping is only shown.
 */
export function CodeField({
  name,
  label,
  hint,
  length = 6,
  ...native
}: FieldTexts & { name: string; length?: number; disabled?: boolean; readOnly?: boolean }) {
  const [field, , { setValue }] = useField<string>(name);
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);

  // Grouping inserts characters; without this the caret would jump to the end when a digit in the middle is corrected.
  useLayoutEffect(() => {
    if (caret.current === null || document.activeElement !== input.current) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const before = digitsOf(event.target.value.slice(0, event.target.selectionStart ?? undefined), length).length;
    caret.current = before + Math.floor(Math.max(0, before - 1) / GROUP);
    void setValue(digitsOf(event.target.value, length));
  };

  return (
    <FieldFrame name={name} label={label} hint={hint} error={useFieldError(name)}>
      {(ids) => (
        <input
          {...native}
          {...ids}
          ref={input}
          name={name}
          value={grouped(field.value)}
          onChange={change}
          onBlur={field.onBlur}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCorrect="off"
          spellCheck={false}
          className="input field-box code-box"
        />
      )}
    </FieldFrame>
  );
}
