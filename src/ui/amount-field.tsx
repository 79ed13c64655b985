import { useField } from 'formik';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { StringSchema } from 'yup';
import { isZero, type Amount as Decimal } from '#money/amount.ts';
import { scaleOf, type Unit } from '#money/assets.ts';
import { brokenBound, type AmountBounds, type BrokenBound } from '#money/bounds.ts';
import { exact, exactOf } from '#money/shown.ts';
import { readTyped } from '#money/typed.ts';
import { Amount } from './amount.tsx';
import { FieldFrame, type FieldTexts } from './field-frame.tsx';
import { Icon } from './icon.tsx';
import { useFieldError } from './use-field-error.ts';
import { string } from './schema.ts';
import { clear } from './submit.tsx';
import { useToldBound } from './use-told-bound.ts';

export interface AmountFieldProps extends FieldTexts, AmountBounds {
  readonly name: string;
  readonly unit: Unit;
  readonly readOnly?: boolean;
  /** Takes what is typed in place of the field itself, where another entry depends on it. */
  readonly onTyped?: (text: string) => void;
}

/**
 * An amount in a Formik form. The form contains what was typed; `amountOf` converts it to the exact decimal when it is
 * sent. What can't go is told at the bound that it breaks, while it is typed: the field is marked as wrong, but whether
 * it can go is decided by the server, whose figures may be newer.
 */
export function AmountField(props: AmountFieldProps) {
  const { name, label, hint, unit, available, readOnly = false, onTyped } = props;
  const { t } = useTranslation('money');
  const [field, , { setValue }] = useField<string>(name);
  const [isLeft, setLeft] = useState(true);
  const { shown, said } = useToldBound(field.value, brokenBound(field.value, unit, props), isLeft);
  const words = useBoundWords(props);
  const id = useId();
  const [unitId, availableId, saidId] = [`${id}-unit`, `${id}-available`, `${id}-said`];
  const about = [unitId, available !== undefined && availableId];
  const type = onTyped ?? setValue;
  const most = available === undefined || isZero(available) || readOnly ? null : available;
  // The first line takes what no line of its own is about.
  const unsaid = shown === 'decimals' || (shown === 'under' && !hint) ? words(shown) : undefined;
  return (
    <div className="flex flex-col gap-1.5">
      <FieldFrame
        name={name}
        label={label}
        hint={
          hint && (
            <BoundLine isBroken={shown === 'under'} instead={unsaid} isFollowed={!isLeft}>
              {hint}
            </BoundLine>
          )
        }
        error={useFieldError(name)}
      >
        {(ids) => (
          <div className="relative">
            <input
              {...field}
              {...ids}
              aria-describedby={[...about, ids['aria-describedby'], shown !== null && saidId].filter(Boolean).join(' ')}
              {...(shown !== null && { 'aria-invalid': true })}
              onChange={({ target }) => {
                setLeft(false);
                void type(target.value);
              }}
              onBlur={(event) => {
                setLeft(true);
                field.onBlur(event);
              }}
              readOnly={readOnly}
              type="text"
              inputMode="decimal"
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              maxLength={64}
              className={`input field-box scroll-mb-20 text-xl tabular-nums ${most === null ? 'pr-18' : 'pr-36'}`}
            />
            <span className="absolute inset-y-0 right-0 flex items-center gap-1 pr-2">
              <span id={unitId} className="px-2 font-semibold text-muted">
                {unit}
              </span>
              {most !== null && (
                <button
                  type="button"
                  aria-label={t('amount.useMax', { amount: `${exactOf(most, unit)} ${unit}` })}
                  onClick={() => void type(exact(most))}
                  className="btn btn-ghost btn-sm min-h-11 text-primary"
                >
                  {t('amount.max')}
                </button>
              )}
            </span>
          </div>
        )}
      </FieldFrame>
      {available !== undefined && (
        <p id={availableId} className="text-sm text-muted">
          <BoundLine isBroken={shown === 'over'} instead={hint ? undefined : unsaid} isFollowed={!isLeft}>
            {t('amount.available')}
            <Amount value={available} unit={unit} className={shown === 'over' ? '' : 'font-medium text-base-content'} />
            {shown === 'over' && <span>{t('amount.notEnough')}</span>}
          </BoundLine>
        </p>
      )}
      <span id={saidId} role="status" className="sr-only">
        {said !== null && words(said)}
      </span>
    </div>
  );
}

/** What a broken bound is, in words with its figure. */
function useBoundWords({ unit, minimum, above, available }: AmountFieldProps): (broken: BrokenBound) => string {
  const { t } = useTranslation('money');
  const of = (amount: Decimal = '0') => `${exactOf(amount, unit)} ${unit}`;
  return (broken) => {
    if (broken === 'over') return t('amount.over', { available: of(available) });
    if (broken === 'decimals') return t('amount.decimals', { digits: scaleOf(unit) });
    return minimum === undefined
      ? t('amount.notAbove', { minimum: of(above) })
      : t('amount.under', { minimum: of(minimum) });
  };
}

interface BoundLineProps {
  readonly isBroken: boolean;
  /** What to say in its place; it keeps its room. */
  readonly instead: string | undefined;
  /** Whether the member is typing, and has to see it. */
  readonly isFollowed: boolean;
  readonly children: ReactNode;
}

/** A line about a bound. The mark of a broken one has its room before it is needed, so that nothing moves. */
function BoundLine({ isBroken, instead, isFollowed, children }: BoundLineProps) {
  const line = useRef<HTMLSpanElement>(null);
  const isTold = isBroken || instead !== undefined;
  useEffect(() => {
    if (isTold && isFollowed && line.current !== null) clear(line.current);
  }, [isTold, isFollowed]);
  const mark = <Icon name="alert" className="absolute top-0.5 right-0 size-4" />;
  return (
    <span ref={line} className={`relative block ${isTold ? 'text-error' : ''}`}>
      <span className={`relative inline-block pr-5 ${instead === undefined ? '' : 'invisible'}`}>
        {children}
        {isBroken && mark}
      </span>
      {instead !== undefined && (
        <span className="absolute inset-x-0 top-0">
          <span className="relative inline-block pr-5">
            {instead}
            {mark}
          </span>
        </span>
      )}
    </span>
  );
}

/**
 * The rule of an amount field: the input must have exactly one meaning, and an error shows how it would have been read
 * (D-25). `unitOf` finds the unit in the form's values.
 */
export function amountRule<Values>(
  t: TFunction<['money', 'common']>,
  label: string,
  unitOf: (values: Values) => Unit,
): StringSchema {
  return string().test({
    name: 'amount',
    test: (text, { parent, createError }) => {
      const typed = readTyped(text ?? '', unitOf(parent as Values));
      if (typed.kind === 'amount') return true;
      if (typed.why === 'empty') return createError({ message: t('common:field.required', { item: label }) });
      const why = t(`money:refused.${typed.why}`);
      return createError({
        message:
          typed.reading === null || typed.why === 'zero'
            ? why
            : t('common:sentences', {
                first: why,
                second: t('money:refused.reading', { amount: exact(typed.reading) }),
              }),
      });
    },
  });
}

/**
 * The exact decimal that was typed. What the rule refuses gets this far only if the rule could not be loaded: it is
 * sent as an empty amount, which the server refuses at its entry, and never as a reading of ours.
 */
export function amountOf(text: string, unit: Unit): Decimal {
  const typed = readTyped(text, unit);
  return typed.kind === 'refused' ? '' : typed.amount;
}
