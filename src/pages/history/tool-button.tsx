import { Drawing } from '#src/ui/icon.tsx';

/** Icons that only a history has. */
const shapes = {
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.3 15.3 20 20',
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
}

/** Opens and closes the controls of a list. On a phone it is an icon, with a dot while something is set in them. */
export function ToolButton({ icon, name, isSet, isOpen, controls, onPress }: ToolButtonProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined}
      data-opens={controls}
      onClick={onPress}
      className="tool"
    >
      <Drawing path={shapes[icon]} />
      <span className="max-sm:sr-only">{name}</span>
      {isSet && <span aria-hidden="true" className="tool-dot" />}
    </button>
  );
}
