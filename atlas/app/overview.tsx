import { areaWords, byArea } from '#atlas/model/areas.ts';
import { keyOf, type ChartSummary } from '#atlas/model/model.ts';
import { links } from '#atlas/model/links.ts';
import { ChartCard } from './chart-card.tsx';
import { ChartTable } from './chart-table.tsx';
import { useIndex } from './data.ts';
import { LiveOpener } from './live-opener.tsx';
import { Walked } from './walked.tsx';
import { momentIn, numberIn } from '#atlas/words/words.ts';
import { useLanguage, useSay } from './language.ts';

/** Every flow and lifecycle as a small picture, by areas of the product. */
export function Overview() {
  const say = useSay();
  const culture = useLanguage();
  const index = useIndex();
  const groups = byArea(index.charts);
  return (
    <div className="page overview">
      <div className="lead">
        <h1>{say('site.title')}</h1>
        <Totals charts={index.charts} />
        <p className="muted">
          {say(index.rev === null ? 'made.outside' : index.changes ? 'made.changed' : 'made', {
            rev: index.rev?.slice(0, 7) ?? '',
            at: momentIn(culture, index.at),
          })}
        </p>
        <Walked index={index} />
        <nav aria-label={say('areas')} className="jump">
          {groups.map(({ name, charts }) => (
            <button key={name} type="button" onClick={() => document.getElementById(idOf(name))?.scrollIntoView()}>
              {say(areaWords[name].name)} <span className="count">{charts.length}</span>
            </button>
          ))}
        </nav>
      </div>
      {groups.map(({ name, charts }) => (
        <section key={name} id={idOf(name)} className="area" aria-label={say(areaWords[name].name)}>
          <h2>{say(areaWords[name].name)}</h2>
          <p className="muted">{say(areaWords[name].says)}</p>
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
        <summary>{say('table.open')}</summary>
        <ChartTable charts={index.charts} />
      </details>
      <LiveOpener />
      <p>
        <a href={links.questions()}>{say('ask')}</a>
      </p>
    </div>
  );
}

function idOf(area: string): string {
  return `area-${area.toLowerCase().replaceAll(/\W+/g, '-')}`;
}

function Totals({ charts }: { readonly charts: readonly ChartSummary[] }) {
  const say = useSay();
  const culture = useLanguage();
  const sum = (of: (chart: ChartSummary) => number): string =>
    numberIn(
      culture,
      charts.reduce((total, chart) => total + of(chart), 0),
    );
  const number = (kind: ChartSummary['kind']): string => sum((chart) => Number(chart.kind === kind));
  const facts = [
    [number('flow'), say('totals.flows')],
    [number('lifecycle'), say('totals.lifecycles')],
    [sum(({ states }) => states.length), say('totals.states')],
    [sum(({ transitions }) => transitions), say('totals.transitions')],
    [sum(({ paths }) => paths), say('totals.paths')],
  ] as const;
  return (
    <dl className="totals">
      {facts.map(([count, what]) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>{count}</dd>
        </div>
      ))}
    </dl>
  );
}
