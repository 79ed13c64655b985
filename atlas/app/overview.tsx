import { keyOf, type AtlasIndex, type ChartSummary } from '#atlas/model/model.ts';
import { links } from '#atlas/model/links.ts';
import { LiveOpener } from './live-opener.tsx';

/** Every flow and lifecycle in a line. */
export function Overview({ index }: { readonly index: AtlasIndex }) {
  return (
    <div className="page">
      <h1>Atlas of the flows</h1>
      <p>
        Made {index.at.slice(0, 16).replace('T', ' ')} UTC
        {index.rev === null ? '' : ` at ${index.rev.slice(0, 7)}`} from the machines, the contract, the texts and what the walks saw.
        {index.hasScreens ? '' : ' No screenshots were taken yet; npm run atlas -- --screens takes them.'}
      </p>
      <LiveOpener />
      <Charts title="Flows" charts={index.charts.filter(({ kind }) => kind === 'flow')} />
      <Charts title="Lifecycles of records" charts={index.charts.filter(({ kind }) => kind === 'lifecycle')} />
    </div>
  );
}

function Charts({ title, charts }: { readonly title: string; readonly charts: readonly ChartSummary[] }) {
  return (
    <section>
      <h2>{title}</h2>
      <div className="scrolls" tabIndex={0} role="region" aria-label={title}>
        <table>
          <thead>
            <tr>
              {['Name', 'Purpose', 'Routes', 'States', 'Transitions', 'Paths', 'Calls', 'Coverage', 'Last change'].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {charts.map((chart) => (
              <Row key={keyOf(chart)} chart={chart} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Row({ chart }: { readonly chart: ChartSummary }) {
  const { id, purpose, routes, states, transitions, paths, calls, children, covered, touched } = chart;
  const key = keyOf(chart);
  return (
    <tr>
      <th scope="row">
        <a href={links.chart(key)}>{id}</a>
      </th>
      <td>{purpose}</td>
      <td>
        {routes.filter((route) => route !== '*').map((route) => (
          <code key={route}>{route}</code>
        ))}
      </td>
      <td className="number">{states.length}</td>
      <td className="number">{transitions}</td>
      <td className="number">{paths}</td>
      <td>
        {calls.map((call) => (
          <a key={call} href={links.questions({ ask: 'call', call })}>
            <code>{call}</code>
          </a>
        ))}
        {children.map((child) => (
          <a key={child} href={links.chart(child)}>
            {child}
          </a>
        ))}
      </td>
      <td>
        {covered.length === 0 ? 'not measured' : covered.map(({ name, transitions: visited }) => <span key={name} className="line">{`${name} ${visited}/${transitions}`}</span>)}
      </td>
      <td>
        {touched === null ? 'not committed' : (
          <a href={links.compare(key)}>
            {touched.at.slice(0, 10)} {touched.subject}
          </a>
        )}
      </td>
    </tr>
  );
}
