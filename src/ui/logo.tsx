/** The bird’s body and its wing, for every drawing of it. */
export const BODY =
  'M3.5 21.8 9 17.4C9.8 11.3 14 8.6 17.3 8.6c.9-2.8 3.5-4.4 6.1-3.8 1.7.4 2.9 1.5 3.4 3l3 1.4-3 1.2c.4 7-3.7 12.8-10.7 12.8H10.5z';
export const WING = 'M17.6 12.2c3.6.6 6.4 2.7 8.5 5-1.5 3.7-4.9 6-9.7 6-3.3-2.6-3.3-8.2 1.2-11z';

/** The logo: a bird on a branch. Decorative, since the name is beside it. */
export function Bird({ className = 'size-8' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={`shrink-0 ${className}`}>
      <path
        d="M2.5 25.2c7.5-1.8 19-1.8 27 0M8 24.6l-2.6 4.2M23 24.3l3.4 3"
        fill="none"
        stroke="var(--perch-branch)"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <path d={BODY} fill="currentColor" />
      <path d={WING} fill="var(--color-accent)" />
      <circle cx="23.4" cy="8.4" r="1.05" fill="var(--perch-eye, var(--color-base-100))" />
    </svg>
  );
}

/** Logo and name. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <Bird />
      <span className="text-xl font-semibold tracking-tight" lang="en" translate="no">
        Perch
      </span>
    </span>
  );
}
