/** The icons of the first page; the others are in member-icon.tsx, so that the first page stays light. */
export const shapes = {
  globe:
    'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM3.5 12h17M12 3.5c2.4 2.3 3.6 5.2 3.6 8.5s-1.2 6.2-3.6 8.5c-2.4-2.3-3.6-5.2-3.6-8.5S9.6 5.8 12 3.5z',
  theme: 'M12 3.5a8.5 8.5 0 1 0 0 17zM12 3.5a8.5 8.5 0 0 1 0 17M12 7.5h6.5M12 12h8.5M12 16.5h6.5',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z',
  eyeOff:
    'M4 4l16 16M9.8 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-3 3.6M6.3 7.6A16 16 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4-.9',
  alert: 'M12 4 2.8 19.5h18.4zM12 10v4.5M12 17v.3',
  check: 'M4.5 12.5 10 18 19.5 7',
  info: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 11v5.5M12 7.6v.3',
} as const;

export type IconName = keyof typeof shapes;

/** A line drawing beside a word; decorative, so screen readers skip it. */
export function Icon({ name, className }: { readonly name: IconName; readonly className?: string }) {
  return <Drawing path={shapes[name]} className={className} />;
}

/** The lines of an icon. */
export function Drawing({
  path,
  className = 'size-5',
}: {
  readonly path: string;
  readonly className?: string | undefined;
}) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={`shrink-0 ${className}`}
    >
      <path d={path} />
    </svg>
  );
}
