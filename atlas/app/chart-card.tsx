import { Suspense } from 'react';
import { keyOf, type ChartSummary } from '#atlas/model/model.ts';
import { links } from '#atlas/model/links.ts';
import { useThumb } from './data.ts';
import { ThumbShapes } from './thumb.tsx';

/** A chart on the overview: its shape, its purpose, its size, how much of it was walked. */
export function ChartCard({ chart }: { readonly chart: ChartSummary }) {
  const { id, kind, purpose, states, transitions, paths, covered, touched } = chart;
  const key = keyOf(chart);
  return (
    <article className="chart-card" data-chart={key}>
      <a href={links.chart(key)} className="to-chart">
        <span className="picture">
          <Suspense fallback={<span className="drawing">Drawing…</span>}>
            <ThumbOf chart={key} />
          </Suspense>
        </span>
        <h3>{kind === 'flow' ? id : `${id} (lifecycle)`}</h3>
      </a>
      <p className="purpose">{purpose}</p>
      <p className="sizes">
        {counted(states.length, 'state')} · {counted(transitions, 'transition')}
        {paths > 0 && ` · ${counted(paths, 'path')}`}
      </p>
      {kind === 'flow' && <Coverage covered={covered} transitions={transitions} />}
      {touched !== null && (
        <p className="touched">
          <a href={links.compare(key)}>{touched.at.slice(0, 10)}</a> {touched.subject}
        </p>
      )}
    </article>
  );
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** How many of the transitions were walked, by level. */
function Coverage({
  covered,
  transitions,
}: {
  readonly covered: ChartSummary['covered'];
  readonly transitions: number;
}) {
  if (covered.length === 0) return <p className="sizes">Coverage not measured</p>;
  return (
    <ul className="covered" aria-label="Coverage">
      {covered.map(({ name, transitions: visited }) => (
        <li key={name}>
          <span>{name}</span>
          <span className="meter" aria-hidden="true">
            <span style={{ inlineSize: `${(100 * visited) / transitions}%` }} />
          </span>
          <span className="number">
            {visited}/{transitions}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Room around the shapes, in the diagram's own pixels. */
const MARGIN = 12;

function ThumbOf({ chart }: { readonly chart: string }) {
  const thumb = useThumb(chart);
  if (thumb === null) return <span className="drawing">No picture</span>;
  return <ThumbShapes thumb={thumb} margin={MARGIN} />;
}
