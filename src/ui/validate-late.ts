import { validateYupSchema, yupToFormErrors, type FormikErrors, type FormikValues } from 'formik';
import type { AnyObject, ObjectSchema } from 'yup';

type Yup = typeof import('yup');

/**
 * A form's `validate`, made from a yup schema whose library is loaded at the first key press: the sign-in page is
 * complete without it. If it can't be loaded, the form counts as valid; the server checks everything anyway.
 *
 *     <Formik validate={validateLate((yup) => yup.object({ username: yup.string().required(…) }))}>
 */
export function validateLate<Values extends FormikValues>(
  build: (yup: Yup) => ObjectSchema<AnyObject>,
): (values: Values) => Promise<FormikErrors<Values>> {
  return async (values) => {
    const yup = await import('yup').catch(() => null);
    if (yup === null) return {};
    try {
      await validateYupSchema(values, build(yup));
      return {};
    } catch (failure) {
      if (failure instanceof yup.ValidationError) return yupToFormErrors<Values>(failure);
      throw failure;
    }
  };
}
