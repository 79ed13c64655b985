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
        <circle cx="200" cy="333" r="11" />
        <circle cx="108" cy="247" r="10" />
        <circle cx="296" cy="253" r="10" />
        <circle cx="52" cy="159" r="8" />
        <circle cx="154" cy="169" r="8" />
        <circle cx="256" cy="171" r="8" />
        <circle cx="348" cy="161" r="8" />
        <circle cx="28" cy="92" r="6" />
        <circle cx="86" cy="100" r="6" />
        <circle cx="142" cy="96" r="6" />
        <circle cx="256" cy="100" r="6" />
        <circle cx="302" cy="120" r="6" />
        <circle cx="346" cy="94" r="6" />
        <circle cx="380" cy="102" r="6" />
      </g>
      <circle cx="200" cy="114" r="9" fill="var(--perch-night)" stroke="var(--color-accent)" strokeWidth="4" />
      <g transform="translate(154 32) scale(2.9)">
        <path
          d="M3.5 21.8 9 17.4C9.8 11.3 14 8.6 17.3 8.600c.9-2.8 3.5-4.4 6.1-3.8 1.7.4 2.9 1.5 3.4 3l3 1.4-3 1.200c.4 7-3.7 12.8-10.7 12.800H10.500z"
          fill="var(--color-on-night)"
        />
        <path
          d="M17.6 12.200c3.6.6 6.4 2.7 8.5 5-1.5 3.7-4.9 6-9.7 6-3.3-2.6-3.3-8.2 1.2-11z"
          fill="var(--color-accent)"
        />
        <circle cx="23.4" cy="8.4" r="1.1" fill="var(--perch-night)" />
        <path d="m13.5 23 .6 5.500m4-5.4.2 5.4" stroke="var(--color-accent)" strokeWidth=".9" strokeLinecap="round" />
      </g>
    </svg>
  );
}
