import { useFormikContext } from 'formik';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { showRefusal } from './refusal.tsx';

/**
 * The form element inside a `<Formik>`. `method="dialog"` makes the browser's own submit do nothing: a press before the
 * script has loaded must never put a password into the URL.
 */
export function Form({
  children,
  className = 'flex flex-col gap-5',
  ...rest
}: {
  children: ReactNode;
  className?: string;
  'aria-label'?: string;
  'aria-labelledby'?: string;
}) {
  const { handleSubmit, submitCount, isSubmitting, errors, validateForm } = useFormikContext();
  const { i18n } = useTranslation();
  const form = useRef<HTMLFormElement>(null);

  // A refused submit leads to the first field that needs attention, once validation has finished, which takes a moment.
  const shown = Object.keys(errors).length > 0;
  useEffect(() => {
    if (submitCount > 0 && !isSubmitting && shown && form.current !== null) showRefusal(form.current);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only a new submit moves the focus; correcting one field must not jump to the next
  }, [submitCount, isSubmitting]);

  // Errors on display follow the language.
  useEffect(() => {
    if (shown) void validateForm();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only another language needs new texts
  }, [i18n.language]);

  return (
    <form ref={form} method="dialog" noValidate onSubmit={handleSubmit} className={className} {...rest}>
      {children}
    </form>
  );
}
