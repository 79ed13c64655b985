import { useFormikContext } from 'formik';
import { useEffect } from 'react';

/** Puts what the server said of an entry to its field, until the entry is changed; null takes nothing away. */
export function RefusedField({ name, text }: { readonly name: string; readonly text: string | null }) {
  const { setFieldError } = useFormikContext();
  useEffect(() => {
    if (text !== null) setFieldError(name, text);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- Formik makes its functions anew with every render; only another refusal is a reason
  }, [name, text]);
  return null;
}
