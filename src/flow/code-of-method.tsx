import { useFormikContext } from 'formik';
import { useLayoutEffect, useRef } from 'react';

/** The entries of a form with a code by one of two methods. */
interface Codes {
  readonly code: string;
  /** What was typed for the other method. */
  readonly other: string;
}

/**
 * Inside a form whose code is typed by another method after a press: each method gets back what was typed for it, and
 * nothing else is lost. The form begins as if it had not been sent.
 */
export function CodeOfMethod({ method }: { readonly method: string }) {
  const { values, resetForm } = useFormikContext<Codes>();
  const shown = useRef(method);
  useLayoutEffect(() => {
    if (shown.current === method) return;
    shown.current = method;
    resetForm({ values: { ...values, code: values.other, other: values.code } });
  }, [method, values, resetForm]);
  return null;
}
