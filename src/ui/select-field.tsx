import { useField } from 'formik';
import { FieldFrame, type FieldTexts } from './field-frame.tsx';
import { useFieldError } from './use-field-error.ts';

export interface Choice {
  readonly value: string;
  readonly label: string;
  /** Language of the label, if it is not that of the page. */
  readonly lang?: string;
}

/**
 * One of a few choices in a Formik form; the native control works by keyboard, by voice and with a phone's own picker.
 */
export function SelectField({
  name,
  label,
  hint,
  choices,
  disabled,
}: FieldTexts & { readonly name: string; readonly choices: readonly Choice[]; readonly disabled?: boolean }) {
  const [field] = useField<string>(name);
  return (
    <FieldFrame name={name} label={label} hint={hint} error={useFieldError(name)}>
      {(ids) => (
        <select {...field} {...ids} disabled={disabled} className="select field-box contain-paint">
          {choices.map(({ value, label: words, lang }) => (
            <option key={value} value={value} lang={lang}>
              {words}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}
