import { useMemo } from 'react';
import { encodeQR } from 'qr';

/**
 * A single path of unit squares in which runs of dark modules are joined, so that the picture is only a few kilobytes
 * and needs no inner HTML.
 */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  const runs: string[] = [];
  rows.forEach((row, y) => {
    let start = -1;
    [...row, false].forEach((dark, x) => {
      if (dark && start < 0) start = x;
      if (!dark && start >= 0) {
        runs.push(`M${start} ${y}h${x - start}v1h-${x - start}z`);
        start = -1;
      }
    });
  });
  return runs.join('');
}

export interface QrDrawingProps {
  readonly text: string;
  readonly label: string;
}

/** Always dark on light, since scanners fail on the reverse. */
export function QrDrawing({ text, label }: QrDrawingProps) {
  const rows = useMemo(() => encodeQR(text, 'raw', { ecc: 'medium', border: 2 }), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className="aspect-square w-full max-w-60 rounded-field"
    >
      <path fill="#fff" d={`M0 0h${rows.length}v${rows.length}H0z`} />
      <path fill="#10201c" d={pathOf(rows)} />
    </svg>
  );
}
