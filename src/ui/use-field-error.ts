import { useField, useFormikContext } from 'formik';

/**
 * The text below a field, only once the form has been submitted. If it appeared on blur, it would push the button away
 * from under the finger that is about to press it, and the press would be lost.
 */
export function useFieldError(name: string): string | undefined {
  const [, { error }] = useField<unknown>(name);
  const { submitCount } = useFormikContext();
  return submitCount > 0 ? error : undefined;
}
