import type { Thumb } from '#atlas/diagram/thumb.ts';

interface ThumbProps {
  readonly thumb: Thumb;
  /** Room around the shapes, in the diagram's own pixels. */
  readonly margin: number;
}

/** The shapes of a diagram without any words. */
export function ThumbShapes({ thumb: { width, height, boxes, edges }, margin }: ThumbProps) {
  return (
    <svg
      className="thumb"
      viewBox={`${-margin} ${-margin} ${width + 2 * margin} ${height + 2 * margin}`}
      aria-hidden="true"
    >
      {boxes.map(({ look, ...place }, index) => (
        <rect
          key={index}
          className={look}
          {...place}
          rx={look.startsWith('end') || look.startsWith('begin') ? place.height / 2 : 6}
        />
      ))}
      {edges.map(({ kind, points }, index) => (
        <polyline key={index} className={`edge ${kind}`} points={points} />
      ))}
    </svg>
  );
}
