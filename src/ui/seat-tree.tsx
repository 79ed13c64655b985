import { BODY, WING } from './logo.tsx';

/** Where the seats are, and how large. */
const SEATS = [
  [200, 333, 11],
  [108, 247, 10],
  [296, 253, 10],
  [52, 159, 8],
  [154, 169, 8],
  [256, 171, 8],
  [348, 161, 8],
  [28, 92, 6],
  [86, 100, 6],
  [142, 96, 6],
  [256, 100, 6],
  [302, 120, 6],
  [346, 94, 6],
  [380, 102, 6],
] as const;

/**
 * The club's tree as a drawing: every fork has a left and a right, every ring is a seat, and the bird sits on one of
 * them. Decorative; only wide screens have room for it.
 */
export function SeatTree({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 400 440" fill="none" aria-hidden="true" className={className}>
      <g stroke="var(--perch-branch)" strokeLinecap="round">
        <path strokeWidth="9" d="M200 440c0-50-4-70 0-110" />
        <path strokeWidth="6" d="M200 335c-4-48-38-66-92-88M200 335c4-48 44-70 96-82" />
        <path
          strokeWidth="4"
          d="M108 247c-30-22-50-44-56-88M108 247c14-34 26-52 46-78M296 253c-22-26-34-48-40-82M296 253c28-24 46-46 52-92"
        />
        <path
          strokeWidth="2.5"
          d="M52 159c-14-22-22-40-24-66M52 159c10-24 20-40 34-58M154 169c-8-26-14-46-12-72M154 169c16-22 30-40 46-52M256 171c2-28 4-46 0-70M256 171c16-22 28-34 46-50M348 161c-4-24-6-42-2-66M348 161c12-22 22-36 32-58"
        />
      </g>
      <g fill="var(--perch-night)" stroke="var(--perch-branch)" strokeWidth="3">
        {SEATS.map(([x, y, radius]) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r={radius} />
        ))}
      </g>
      <circle cx="200" cy="114" r="9" fill="var(--perch-night)" stroke="var(--color-accent)" strokeWidth="4" />
      <g transform="translate(154 32) scale(2.9)">
        <path d={BODY} fill="var(--color-on-night)" />
        <path d={WING} fill="var(--color-accent)" />
        <circle cx="23.4" cy="8.4" r="1.1" fill="var(--perch-night)" />
        <path d="m13.5 23 .6 5.500m4-5.4.2 5.4" stroke="var(--color-accent)" strokeWidth=".9" strokeLinecap="round" />
      </g>
    </svg>
  );
}
