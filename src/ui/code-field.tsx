import { useField } from 'formik';
import { useLayoutEffect, useRef, useState, type SyntheticEvent } from 'react';
import { FieldFrame, type FieldTexts } from './field-frame.tsx';
import { useFieldError } from './use-field-error.ts';

const GROUP = 3;

/**
 * A code as the server expects it: ASCII (S-08). Japanese and Chinese input methods type full-width digits and letters,
 * which look the same to the person who types them; this is the one place that converts them.
 */
export function plainCode(typed: string): string {
  return typed.normalize('NFKC').trim();
}

/** The digits of what was typed or pasted: full-width digits are converted, spaces and hyphens dropped. */
export function digitsOf(typed: string, length: number): string {
  return plainCode(typed).replace(/\D/g, '').slice(0, length);
}

/** "123456" → "123 456": codes are read aloud and compared in threes. */
export function grouped(digits: string): string {
  return digits.replace(/(\d{3})(?=\d)/g, '$1 ');
}

/**
 * A numeric code in a Formik form: a single input, so that paste, autofill from a message and screen readers work. The
 * form contains only digits; the grouping is only displayed.
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
  // What an input method is composing is shown as it is: a browser would type it again after what replaced it.
  const [composed, setComposed] = useState<string | null>(null);

  // Grouping inserts characters; without this, correcting a digit in the middle would move the caret to the end.
  useLayoutEffect(() => {
    if (caret.current === null || document.activeElement !== input.current) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  const change = ({ currentTarget, nativeEvent }: SyntheticEvent<HTMLInputElement>) => {
    const { value, selectionStart } = currentTarget;
    const isComposing = (nativeEvent as InputEvent).isComposing;
    const before = digitsOf(value.slice(0, selectionStart ?? undefined), length).length;
    caret.current = isComposing ? null : before + Math.floor(Math.max(0, before - 1) / GROUP);
    setComposed(isComposing ? value : null);
    void setValue(digitsOf(value, length));
  };

  return (
    <FieldFrame name={name} label={label} hint={hint} error={useFieldError(name)}>
      {(ids) => (
        <input
          {...native}
          {...ids}
          ref={input}
          name={name}
          value={composed ?? grouped(field.value)}
          onChange={change}
          onCompositionEnd={change}
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
