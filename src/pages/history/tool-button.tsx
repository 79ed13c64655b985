import { Drawing } from '#src/ui/icon.tsx';
import { SEARCH_ICON } from '#src/ui/member-icon.tsx';

/** Icons that most pages have not. */
const shapes = {
  search: SEARCH_ICON,
  filter: 'M4 6.5h16M7 12h10M10 17.5h4',
} as const;

export interface ToolButtonProps {
  readonly icon: keyof typeof shapes;
  /** What it is called; it says too whether something is set. */
  readonly name: string;
  readonly isSet: boolean;
  readonly isOpen: boolean;
  /** The element that it opens. */
  readonly controls: string;
  readonly onPress: () => void;
  /** The pointer or the focus is on it. */
  readonly onIntent: () => void;
}

/** Opens and closes the controls of a list. On a phone it is an icon, with a dot while something is set in them. */
export function ToolButton({ icon, name, isSet, isOpen, controls, onPress, onIntent }: ToolButtonProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined}
      data-opens={controls}
      onClick={onPress}
      onPointerEnter={onIntent}
      onFocus={onIntent}
      className="tool"
    >
      <Drawing path={shapes[icon]} />
      <span className="max-sm:sr-only">{name}</span>
      {isSet && <span aria-hidden="true" className="tool-dot" />}
    </button>
  );
}
