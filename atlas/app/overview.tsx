import { byArea } from '#atlas/model/areas.ts';
import { keyOf, type ChartSummary } from '#atlas/model/model.ts';
import { links } from '#atlas/model/links.ts';
import { ChartCard } from './chart-card.tsx';
import { ChartTable } from './chart-table.tsx';
import { useIndex } from './data.ts';
import { LiveOpener } from './live-opener.tsx';
import { Walked } from './walked.tsx';

/** Every flow and lifecycle as a small picture, by areas of the product. */
export function Overview() {
  const index = useIndex();
  const groups = byArea(index.charts);
  return (
    <div className="page overview">
      <div className="lead">
        <h1>Atlas of the flows</h1>
        <Totals charts={index.charts} />
        <p className="muted">
          {index.rev === null ? 'Outside of git' : `Revision ${index.rev.slice(0, 7)}`}
          {index.changes ? ' with changes that are not committed' : ''}, made {index.at.slice(0, 16).replace('T', ' ')}{' '}
          UTC.
        </p>
        <Walked index={index} />
        <nav aria-label="Areas" className="jump">
          {groups.map(({ name, charts }) => (
            <button key={name} type="button" onClick={() => document.getElementById(idOf(name))?.scrollIntoView()}>
              {name} <span className="count">{charts.length}</span>
            </button>
          ))}
        </nav>
      </div>
      {groups.map(({ name, says, charts }) => (
        <section key={name} id={idOf(name)} className="area" aria-label={name}>
          <h2>{name}</h2>
          <p className="muted">{says}</p>
          <ul className="cards">
            {charts.map((chart) => (
              <li key={keyOf(chart)}>
                <ChartCard chart={chart} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <details>
        <summary>All of them in a table</summary>
        <ChartTable charts={index.charts} />
      </details>
      <LiveOpener />
      <p>
        <a href={links.questions()}>Ask a question of all flows</a>
      </p>
    </div>
  );
}

function idOf(area: string): string {
  return `area-${area.toLowerCase().replaceAll(/\W+/g, '-')}`;
}

function Totals({ charts }: { readonly charts: readonly ChartSummary[] }) {
  const sum = (of: (chart: ChartSummary) => number): string =>
    charts.reduce((total, chart) => total + of(chart), 0).toLocaleString('en-US');
  const facts = [
    [`${charts.filter(({ kind }) => kind === 'flow').length}`, 'flows'],
    [`${charts.filter(({ kind }) => kind === 'lifecycle').length}`, 'lifecycles'],
    [sum(({ states }) => states.length), 'states'],
    [sum(({ transitions }) => transitions), 'transitions'],
    [sum(({ paths }) => paths), 'paths'],
  ] as const;
  return (
    <dl className="totals">
      {facts.map(([number, what]) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>{number}</dd>
        </div>
      ))}
    </dl>
  );
}
