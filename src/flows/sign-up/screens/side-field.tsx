import { useField } from 'formik';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Side } from '#machines/sign-up/sign-up.types.ts';
import { useFieldError } from '#src/ui/use-field-error.ts';

const sides: readonly Side[] = ['left', 'right'];

/** Left or right, as two native radio buttons that look like the two branches below a seat. */
export function SideField({ name, disabled }: { readonly name: string; readonly disabled: boolean }) {
  const { t } = useTranslation('sign-up');
  const [{ value, onChange, onBlur }] = useField<Side | ''>(name);
  const error = useFieldError(name);
  const id = useId();
  return (
    <fieldset
      role="radiogroup"
      tabIndex={-1}
      aria-describedby={error === undefined ? `${id}-hint` : `${id}-hint ${id}-error`}
      aria-invalid={error === undefined ? undefined : true}
      className="flex flex-col gap-1.5"
    >
      <legend className="mb-1.5 text-sm font-semibold">{t('position.label')}</legend>
      <div className="grid grid-cols-2 gap-3">
        {sides.map((side) => (
          <label
            key={side}
            className={`flex min-h-14 cursor-pointer flex-wrap items-center gap-x-1.5 rounded-field border bg-base-100 px-2.5 py-1 sm:px-4 ${value === side ? 'border-primary' : error === undefined ? 'border-line' : 'border-error'}`}
          >
            <input
              type="radio"
              name={name}
              value={side}
              checked={value === side}
              onChange={onChange}
              onBlur={onBlur}
              disabled={disabled}
              className="radio border-line radio-primary"
            />
            <span className="grow font-medium whitespace-nowrap">{t(`position.${side}`)}</span>
            <Branches side={side} />
          </label>
        ))}
      </div>
      <p id={`${id}-hint`} className="text-sm text-muted">
        {t('position.hint')}
      </p>
      {error !== undefined && (
        <p id={`${id}-error`} className="text-sm font-medium text-error">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** A seat with its two branches, one of them emphasized. */
function Branches({ side }: { readonly side: Side }) {
  const x = side === 'left' ? 6 : 30;
  return (
    <svg viewBox="0 0 36 30" aria-hidden="true" className="h-6 shrink-0 sm:h-7" fill="none" strokeLinecap="round">
      <path d="M18 7 6 23M18 7l12 16" stroke="var(--color-base-300)" strokeWidth="2.500" />
      <path d={`M18 7 ${x} 23`} stroke="var(--color-primary)" strokeWidth="2.500" />
      <circle cx="18" cy="6" r="4" fill="var(--color-primary)" />
      <circle cx={x} cy="24" r="4.500" fill="var(--color-base-100)" stroke="var(--color-accent)" strokeWidth="2.500" />
    </svg>
  );
}
