import { useFormikContext } from 'formik';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { showRefusal } from './refusal.tsx';
import { fetchRules } from './schema.ts';

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
  const { handleSubmit, submitCount, isSubmitting, errors, validateForm, values } = useFormikContext();
  const { i18n } = useTranslation();
  const form = useRef<HTMLFormElement>(null);

  // A refused submit leads to the first field that needs attention, once validation has finished, which takes a moment.
  // Only a submit does: correcting one field must not jump to the next.
  const submitted = useEffectEvent(() => {
    if (Object.keys(errors).length > 0 && form.current !== null) showRefusal(form.current);
  });
  useEffect(() => {
    if (submitCount > 0 && !isSubmitting) submitted();
  }, [submitCount, isSubmitting]);

  // Until a form is sent no error is shown, so none is looked for while a member types. From then on they follow what
  // is typed, and the language.
  const changed = useEffectEvent(() => {
    if (submitCount > 0) void validateForm();
  });
  useEffect(() => changed(), [values, i18n.language]);

  return (
    <form
      ref={form}
      method="dialog"
      noValidate
      onFocus={() => void fetchRules()}
      onSubmit={handleSubmit}
      className={className}
      {...rest}
    >
      {children}
    </form>
  );
}
