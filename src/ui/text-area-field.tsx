import { useField } from 'formik';
import type { ComponentProps } from 'react';
import { FieldFrame, type FieldTexts } from './field-frame.tsx';
import { useFieldError } from './use-field-error.ts';

type NativeArea = Omit<
  ComponentProps<'textarea'>,
  'name' | 'value' | 'defaultValue' | 'onChange' | 'onBlur' | 'id' | 'className'
>;

/** Several lines of text in a Formik form; as high as its content, if the browser supports that. */
export function TextAreaField({ name, label, hint, ...native }: FieldTexts & NativeArea & { name: string }) {
  const [field] = useField<string>(name);
  return (
    <FieldFrame name={name} label={label} hint={hint} error={useFieldError(name)}>
      {(ids) => (
        <textarea
          {...native}
          {...field}
          {...ids}
          className="textarea field-box h-auto! field-sizing-content max-h-[60vh] min-h-40"
        />
      )}
    </FieldFrame>
  );
}
