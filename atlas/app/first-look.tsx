import { Suspense, useEffect, useState } from 'react';
import { areas } from '#atlas/model/areas.ts';
import { ChartCard } from './chart-card.tsx';
import { useSummary } from './data.ts';
import { usePlace } from './use-place.ts';

/** Whoever waits for less than this sees nothing flicker. */
const PATIENCE_MS = 300;

/** The overview while charts are still made by the command that serves it: each is shown as soon as it is there. */
export function FirstLook() {
  const [isLong, setLong] = useState(false);
  const { view } = usePlace();
  useEffect(() => {
    // A folder has all of its charts.
    if (window.location.protocol === 'file:') return;
    const timer = setTimeout(() => setLong(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  const says = 'Reading the charts…';
  if (!isLong || view !== 'overview') {
    return (
      <p role="status" className="first">
        {says}
      </p>
    );
  }
  return (
    <main className="page overview">
      <div className="lead">
        <h1>Atlas of the flows</h1>
        <p role="status">{says} Each is shown as soon as it is read. They can be opened when all of them are there.</p>
      </div>
      {areas.map(({ name, says: about, charts }) => (
        <section key={name} className="area" aria-label={name}>
          <h2>{name}</h2>
          <p className="muted">{about}</p>
          <ul className="cards">
            {charts.map((key) => (
              <li key={key}>
                <Suspense fallback={<Awaited chart={key} />}>
                  <Arrived chart={key} />
                </Suspense>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </main>
  );
}

function Arrived({ chart }: { readonly chart: string }) {
  const summary = useSummary(chart);
  return summary === null ? <Awaited chart={chart} /> : <ChartCard chart={summary} />;
}

function Awaited({ chart }: { readonly chart: string }) {
  return (
    <article className="chart-card">
      <span className="picture">
        <span className="drawing">Reading…</span>
      </span>
      <h3>{chart}</h3>
    </article>
  );
}
