import { useField, useFormikContext } from 'formik';

/**
 * The text that stands under a field: only once the form was sent. Shown when a field is left, it would push the button
 * away under the finger that is just pressing it, and the press would be lost.
 */
export function useFieldError(name: string): string | undefined {
  const [, { error }] = useField<unknown>(name);
  const { submitCount } = useFormikContext();
  return submitCount > 0 ? error : undefined;
}
