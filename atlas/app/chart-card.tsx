import { Suspense } from 'react';
import { keyOf, type ChartSummary } from '#atlas/model/model.ts';
import { links } from '#atlas/model/links.ts';
import { useThumb } from './data.ts';
import { ThumbShapes } from './thumb.tsx';
import { dayIn } from '#atlas/words/words.ts';
import { inLanguage, runName, useLanguage, useSay } from './language.ts';
import { Quoted } from './said.tsx';

/** A chart on the overview: its shape, its purpose, its size, how much of it was walked. */
export function ChartCard({ chart }: { readonly chart: ChartSummary }) {
  const say = useSay();
  const culture = useLanguage();
  const { id, kind, purpose, states, transitions, paths, covered, touched } = chart;
  const key = keyOf(chart);
  return (
    <article className="chart-card" data-chart={key}>
      <a href={links.chart(key)} className="to-chart">
        <span className="picture">
          <Suspense fallback={<span className="drawing">{say('drawing')}</span>}>
            <ThumbOf chart={key} />
          </Suspense>
        </span>
        <h3>{kind === 'flow' ? id : say('card.lifecycle', { record: id })}</h3>
      </a>
      <p className="purpose">{inLanguage(purpose, culture)}</p>
      <p className="sizes">
        {say('count.states', { count: states.length })} · {say('count.transitions', { count: transitions })}
        {paths > 0 && ` · ${say('count.paths', { count: paths })}`}
      </p>
      {kind === 'flow' && <Coverage covered={covered} transitions={transitions} />}
      {touched !== null && (
        <p className="touched">
          <a href={links.compare(key)}>{dayIn(culture, touched.at)}</a> <Quoted>{touched.subject}</Quoted>
        </p>
      )}
    </article>
  );
}

/** How many of the transitions were walked, by level. */
function Coverage({
  covered,
  transitions,
}: {
  readonly covered: ChartSummary['covered'];
  readonly transitions: number;
}) {
  const say = useSay();
  if (covered.length === 0) return <p className="sizes">{say('coverage.none')}</p>;
  return (
    <ul className="covered" aria-label={say('coverage')}>
      {covered.map(({ name, transitions: visited }) => (
        <li key={name}>
          <span>{runName(name, say)}</span>
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
  const say = useSay();
  const thumb = useThumb(chart);
  if (thumb === null) return <span className="drawing">{say('noPicture')}</span>;
  return <ThumbShapes thumb={thumb} margin={MARGIN} />;
}
