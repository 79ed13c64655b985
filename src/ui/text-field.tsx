import { useField } from 'formik';
import type { ComponentProps } from 'react';
import { FieldFrame, type FieldTexts } from './field-frame.tsx';
import { useFieldError } from './use-field-error.ts';

type NativeInput = Omit<
  ComponentProps<'input'>,
  'name' | 'value' | 'defaultValue' | 'onChange' | 'onBlur' | 'id' | 'className'
>;

/**
 * One line of text in a Formik form. The error is the form's text for `name`, shown once the form has been submitted.
 */
export function TextField({ name, label, hint, ...native }: FieldTexts & NativeInput & { name: string }) {
  const [field] = useField<string>(name);
  return (
    <FieldFrame name={name} label={label} hint={hint} error={useFieldError(name)}>
      {(ids) => <input type="text" {...native} {...field} {...ids} className="input field-box" />}
    </FieldFrame>
  );
}
