import { Suspense, useEffect, useState } from 'react';
import { areaWords, byArea } from '#atlas/model/areas.ts';
import { keyOf } from '#atlas/model/model.ts';
import { links } from '#atlas/model/links.ts';
import { ChartCard } from './chart-card.tsx';
import { useFacts, useSummary } from './data.ts';
import { useSay } from './language.ts';

/** Below this wait no loading state is shown, so that nothing flickers. */
const PATIENCE_MS = 300;

/** Whether the atlas is served; a folder has all charts from the start. */
function isServed(): boolean {
  return window.location.protocol !== 'file:';
}

function isOpenLong(): boolean {
  return isServed() && performance.now() > PATIENCE_MS;
}

/** The overview while the serving command is still making charts: each is shown as soon as it is ready. */
export function FirstLook() {
  const say = useSay();
  const [isLong, setLong] = useState(isOpenLong);
  useEffect(() => {
    if (isLong || !isServed()) return;
    const timer = setTimeout(() => setLong(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isLong]);
  const says = say('reading.charts');
  if (!isLong) {
    return (
      <p role="status" className="first">
        {says}
      </p>
    );
  }
  return (
    <div className="page overview">
      <div className="lead">
        <h1>{say('site.title')}</h1>
        <p role="status">
          {says} {say('reading.more')}
        </p>
      </div>
      <Suspense>
        <Areas />
      </Suspense>
    </div>
  );
}

function Areas() {
  const say = useSay();
  return byArea(useFacts().placed).map(({ name, charts }) => (
    <section key={name} className="area" aria-label={say(areaWords[name].name)}>
      <h2>{say(areaWords[name].name)}</h2>
      <p className="muted">{say(areaWords[name].says)}</p>
      <ul className="cards">
        {charts.map(keyOf).map((key) => (
          <li key={key}>
            <Suspense fallback={<Awaited chart={key} />}>
              <Arrived chart={key} />
            </Suspense>
          </li>
        ))}
      </ul>
    </section>
  ));
}

function Arrived({ chart }: { readonly chart: string }) {
  const summary = useSummary(chart);
  return summary === null ? <Awaited chart={chart} /> : <ChartCard chart={summary} />;
}

function Awaited({ chart }: { readonly chart: string }) {
  const say = useSay();
  return (
    <article className="chart-card" data-chart={chart}>
      <a href={links.chart(chart)} className="to-chart">
        <span className="picture">
          <span className="drawing">{say('reading.one')}</span>
        </span>
        <h3>{chart}</h3>
      </a>
    </article>
  );
}
