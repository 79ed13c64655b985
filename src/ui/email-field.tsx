import { TextField } from './text-field.tsx';
import { string } from './schema.ts';

/** The most characters of an address, as in the contract. */
const LONGEST = 254;

/** An email address that is there and may be one; whether it is one, only a mail tells. */
export function emailRule(required: string, wrongForm: string) {
  return string()
    .trim()
    .required(required)
    .matches(/^[^\s@]+@[^\s@]+$/, wrongForm);
}

interface EmailFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly readOnly: boolean;
}

/** The field `email` of a form. */
export function EmailField({ label, hint, readOnly }: EmailFieldProps) {
  return (
    <TextField
      name="email"
      label={label}
      hint={hint}
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={LONGEST}
      readOnly={readOnly}
    />
  );
}
