import { keyOf, type ChartSummary } from '#atlas/model/model.ts';
import { links } from '#atlas/model/links.ts';
import { KEEPS_ADDRESS } from '#atlas/diagram/routes.ts';

/** All charts, one per line. */
export function ChartTable({ charts }: { readonly charts: readonly ChartSummary[] }) {
  return (
    <div className="scrolls" tabIndex={0} role="region" aria-label="Flows and lifecycles">
      <table>
        <thead>
          <tr>
            {['Name', 'Purpose', 'Routes', 'States', 'Transitions', 'Paths', 'Calls', 'Coverage', 'Last change'].map(
              (name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {charts.map((chart) => (
            <Row key={keyOf(chart)} chart={chart} />
          ))}
        </tbody>
      </table>
    </div>
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
        {routes
          .filter((route) => route !== KEEPS_ADDRESS)
          .map((route) => (
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
        {covered.length === 0
          ? 'not measured'
          : covered.map(({ name, transitions: visited }) => (
              <span key={name} className="line">{`${name} ${visited}/${transitions}`}</span>
            ))}
      </td>
      <td>
        {touched === null ? (
          'not committed'
        ) : (
          <a href={links.compare(key)}>
            {touched.at.slice(0, 10)} {touched.subject}
          </a>
        )}
      </td>
    </tr>
  );
}
