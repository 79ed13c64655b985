import { useId, type ChangeEventHandler, type FocusEventHandler, type ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** One of very few choices. */
export interface Tile {
  readonly value: string;
  readonly title: string;
  /** A few words about it. */
  readonly text: string;
  /** Its picture. */
  readonly mark?: ReactNode;
}

interface RadioTileProps {
  /** Of the group. */
  readonly name: string;
  readonly tile: Tile;
  readonly isChosen: boolean;
  readonly onChange: ChangeEventHandler<HTMLInputElement>;
  readonly onBlur?: FocusEventHandler<HTMLInputElement>;
  readonly disabled?: boolean;
  /** Whether none, or an invalid one, was sent. */
  readonly wrong?: boolean;
  /** Whether the picture is above the title. */
  readonly upright?: boolean;
}

/** A choice known by its picture, which one press makes: a native radio button that covers its tile. */
export function RadioTile({
  name,
  tile: { value, title, text, mark },
  isChosen,
  onChange,
  onBlur,
  disabled = false,
  wrong = false,
  upright = false,
}: RadioTileProps) {
  const id = useId();
  return (
    <div
      className={`relative flex items-center rounded-field border bg-base-100 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary ${upright ? 'flex-col gap-1.5 px-2 py-3 text-center' : 'min-h-16 gap-3 px-4 py-3 pr-10'} ${isChosen ? 'border-primary ring-1 ring-primary' : wrong ? 'border-error' : 'border-line'}`}
    >
      {mark}
      <span className="min-w-0">
        <label htmlFor={id} className="block font-semibold">
          {title}
        </label>
        <span id={`${id}-text`} className="block text-sm text-muted">
          {text}
        </span>
      </span>
      {isChosen && (
        <span className="absolute top-1.5 right-1.5 rounded-full bg-primary p-0.5 text-primary-content">
          <Icon name="check" className="size-3.5" />
        </span>
      )}
      <input
        type="radio"
        id={id}
        name={name}
        value={value}
        checked={isChosen}
        onChange={onChange}
        onBlur={onBlur}
        disabled={disabled}
        aria-describedby={`${id}-text`}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
    </div>
  );
}
