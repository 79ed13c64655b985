/** The initials of a name: of its first and last word, or its first character in a script without words. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word = '') => [...word][0]?.toUpperCase() ?? '').join('');
}

/**
 * A member's initials in a circle. Decorative: their name is beside it, or names the control that it is on. They are
 * drawn by the style sheet, so that they are no text of that control.
 */
export function Avatar({ name, className = 'size-9 text-sm' }: { readonly name: string; readonly className?: string }) {
  return <span aria-hidden="true" data-initials={initialsOf(name)} className={`avatar-disc ${className}`} />;
}
