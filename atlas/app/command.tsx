/**
 * A terminal command: on one line if there is room, else broken before its parameters, and never between two dashes.
 */
export function Command({ children }: { readonly children: string }) {
  return (
    <code className="command">
      {children.split(/ (?=-- )/).map((part, place) => (
        <span key={part}>
          {place > 0 && ' '}
          <span className="unbroken">{part}</span>
        </span>
      ))}
    </code>
  );
}
