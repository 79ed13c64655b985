import { useField } from 'formik';
import { RadioGroup } from './card-field.tsx';
import { RadioTile, type Tile } from './member-tile.tsx';

export interface TileFieldProps {
  readonly name: string;
  readonly label: string;
  readonly tiles: readonly Tile[];
  readonly disabled: boolean;
  /** Whether the picture is above the title, so that several tiles have room beside each other on a phone. */
  readonly upright?: boolean;
}

/**
 * One of very few choices in a Formik form, all in sight, each known by its picture: one press chooses it. They are
 * native radio buttons that cover their tiles.
 */
export function TileField({ name, label, tiles, disabled, upright = false }: TileFieldProps) {
  return (
    <RadioGroup name={name} label={label}>
      {(wrong) => (
        <div
          className={`grid gap-2 sm:gap-3 ${upright ? 'grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))]' : 'grid-cols-[repeat(auto-fit,minmax(min(100%,16rem),1fr))]'}`}
        >
          {tiles.map((tile) => (
            <FieldTile key={tile.value} name={name} tile={tile} disabled={disabled} wrong={wrong} upright={upright} />
          ))}
        </div>
      )}
    </RadioGroup>
  );
}

interface FieldTileProps {
  readonly name: string;
  readonly tile: Tile;
  readonly disabled: boolean;
  readonly wrong: boolean;
  readonly upright: boolean;
}

function FieldTile(props: FieldTileProps) {
  const [{ value: chosen, onChange, onBlur }] = useField<string>(props.name);
  return <RadioTile {...props} isChosen={chosen === props.tile.value} onChange={onChange} onBlur={onBlur} />;
}
