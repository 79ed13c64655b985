import { useField } from 'formik';
import { useId, type ReactNode } from 'react';
import { RefusalPlace, useIsRefused } from './refusal.tsx';
import { WholeWords } from './whole-words.tsx';
import { useFieldError } from './use-field-error.ts';

interface Card {
  readonly value: string;
  readonly title: string;
  /** Its picture, beside the title. */
  readonly mark?: ReactNode;
  /** The content that distinguishes it from the others. */
  readonly children: ReactNode;
  /** Whether it is shown but can't be chosen. */
  readonly closed?: boolean;
}

export interface CardFieldProps {
  readonly name: string;
  readonly label: string;
  readonly cards: readonly Card[];
  readonly disabled: boolean;
  /** The layout of the cards on wide screens. */
  readonly className: string;
  /** What is true of all of them, which is read with each. */
  readonly note?: string;
  /** On a desk the cards are the rows of one table, in which each of their parts has its column. */
  readonly table?: boolean;
}

/** One of a few choices in a Formik form, each a card with its details. They are native radio buttons. */
export function CardField({ name, label, cards, disabled, className, note, table = false }: CardFieldProps) {
  const noteId = useId();
  return (
    <RadioGroup name={name} label={label}>
      {(wrong) => (
        <>
          {note !== undefined && (
            <p id={noteId} className="mb-1 text-sm text-muted">
              {note}
            </p>
          )}
          <div className={`grid ${table ? 'card-table' : 'gap-3'} ${className}`}>
            {cards.map((card) => (
              <RadioCard
                key={card.value}
                name={name}
                card={card}
                disabled={disabled}
                wrong={wrong}
                noteId={note === undefined ? '' : noteId}
              />
            ))}
          </div>
        </>
      )}
    </RadioGroup>
  );
}

export interface RadioGroupProps {
  readonly name: string;
  readonly label: string;
  /** The choices; `wrong` if none of them, or an invalid one, was sent. */
  readonly children: (wrong: boolean) => ReactNode;
}

/** The label, error and refusal around radio buttons of a Formik form, wired so that a screen reader reads them. */
export function RadioGroup({ name, label, children }: RadioGroupProps) {
  const error = useFieldError(name);
  const isRefused = useIsRefused(name);
  const id = useId();
  const described = [error && `${id}-error`, isRefused && `${id}-refusal`].filter(Boolean).join(' ');
  return (
    <fieldset
      role="radiogroup"
      tabIndex={-1}
      aria-invalid={error || isRefused ? true : undefined}
      aria-describedby={described || undefined}
      className="flex flex-col gap-1.5"
    >
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      {/* Above the choices: below the last of eight, a member who is led to the first would not see it. */}
      {isRefused && <RefusalPlace id={`${id}-refusal`} />}
      {error !== undefined && (
        <p id={`${id}-error`} className="text-sm font-medium text-error">
          {error}
        </p>
      )}
      {children(error !== undefined)}
    </fieldset>
  );
}

interface RadioCardProps {
  readonly name: string;
  readonly card: Card;
  readonly disabled: boolean;
  readonly wrong: boolean;
  /** Of the note about all of them; empty if there is none. */
  readonly noteId: string;
}

function RadioCard({
  name,
  card: { value, title, mark, children, closed = false },
  disabled,
  wrong,
  noteId,
}: RadioCardProps) {
  const [{ value: chosen, onChange, onBlur }] = useField<string>(name);
  const id = useId();
  const isChosen = chosen === value;
  return (
    <div
      className={`card-row relative flex flex-col gap-2 rounded-field border bg-base-100 p-4 ${isChosen ? 'border-primary ring-1 ring-primary' : wrong ? 'border-error' : 'border-line'} ${closed ? 'border-dashed' : 'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary'}`}
    >
      {/* The label covers the whole card, so that all of it can be pressed. */}
      <label
        className={`flex min-h-8 items-center gap-3 text-xl font-semibold tracking-tight ${closed ? 'text-muted' : 'cursor-pointer after:absolute after:inset-0'}`}
      >
        <input
          type="radio"
          name={name}
          value={value}
          checked={isChosen}
          onChange={onChange}
          onBlur={onBlur}
          disabled={disabled || closed}
          aria-describedby={`${id} ${noteId}`.trim()}
          className="radio radio-primary card-radio"
        />
        <span className="grow">
          <WholeWords text={title} />
        </span>
        {mark}
      </label>
      <div id={id} className="card-parts flex grow flex-col gap-1 sm:pl-9">
        {children}
      </div>
    </div>
  );
}
