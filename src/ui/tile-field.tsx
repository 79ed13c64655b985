import { useField } from 'formik';
import { useId, type ReactNode } from 'react';
import { RadioGroup } from './card-field.tsx';
import { Icon } from './icon.tsx';

interface Tile {
  readonly value: string;
  readonly title: string;
  /** A few words about it. */
  readonly text: string;
  /** Its picture. */
  readonly mark?: ReactNode;
}

export interface TileFieldProps {
  readonly name: string;
  readonly label: string;
  readonly tiles: readonly Tile[];
  readonly disabled: boolean;
  /** Whether the picture is above the title if there are several tiles, so that they have room beside each other. */
  readonly upright?: boolean;
}

/**
 * One of very few choices in a Formik form, all in sight, each known by its picture: one press chooses it. They are
 * native radio buttons that cover their tiles.
 */
export function TileField({ name, label, tiles, disabled, upright: several = false }: TileFieldProps) {
  const upright = several && tiles.length > 1;
  return (
    <RadioGroup name={name} label={label}>
      {(wrong) => (
        <div className={`tiles ${upright ? 'tiles-upright' : ''}`}>
          {tiles.map((tile) => (
            <RadioTile key={tile.value} name={name} tile={tile} disabled={disabled} wrong={wrong} upright={upright} />
          ))}
        </div>
      )}
    </RadioGroup>
  );
}

interface RadioTileProps {
  readonly name: string;
  readonly tile: Tile;
  readonly disabled: boolean;
  readonly wrong: boolean;
  readonly upright: boolean;
}

function RadioTile({ name, tile: { value, title, text, mark }, disabled, wrong, upright }: RadioTileProps) {
  const [{ value: chosen, onChange, onBlur }] = useField<string>(name);
  const id = useId();
  const isChosen = chosen === value;
  return (
    <div className={`tile ${upright ? 'tile-upright' : ''}`} data-wrong={wrong || undefined}>
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
        <span className="tile-chosen">
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
      />
    </div>
  );
}
