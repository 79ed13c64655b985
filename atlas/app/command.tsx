/** A command of a terminal. It breaks before its own parameters alone, so that no dash is left at the end of a line. */
export function Command({ children }: { readonly children: string }) {
  return (
    <code>
      {children.split(/ (?=-- )/).map((part, place) => (
        <span key={part}>
          {place > 0 && ' '}
          <span className="unbroken">{part}</span>
        </span>
      ))}
    </code>
  );
}
