import { useField } from 'formik';
import { useContext } from 'react';
import { floorTo, multiply, type Amount as Decimal } from '#money/amount.ts';
import { scaleOf, type Unit } from '#money/assets.ts';
import { readTyped } from '#money/typed.ts';
import { CurrencyNote, Estimate } from './estimate.tsx';
import { CurrencyContext } from './member-currency.ts';

export interface EntryWorthProps {
  /** The name of the entry in the Formik form. */
  readonly name: string;
  readonly unit: Unit;
  /** USD for one of the unit, as the form states it; absent if it states none. */
  readonly rate?: Decimal;
  /** Whether the rate of the currency is named below; once on a form is enough. */
  readonly isNoted?: boolean;
}

/** What the amount that is being typed is worth; nothing if the member sees USD, in which the form states its rates. */
export function EntryWorth({ name, unit, rate: stated, isNoted = true }: EntryWorthProps) {
  const [{ value }] = useField<string>(name);
  const { chosen, usdFor } = useContext(CurrencyContext);
  if (chosen === 'USD') return null;
  const typed = readTyped(value, unit);
  const rate = stated ?? usdFor(unit);
  return (
    <div className="-mt-3 text-sm text-muted">
      {/* Its line is there before anything is typed, so that nothing below it moves. */}
      <p className="min-h-5">
        {typed.kind === 'amount' && rate !== null && (
          <Estimate usd={floorTo(multiply(typed.amount, rate), scaleOf('USD'))} />
        )}
      </p>
      {isNoted && (
        <p>
          <CurrencyNote />
        </p>
      )}
    </div>
  );
}
