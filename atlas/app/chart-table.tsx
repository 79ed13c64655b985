import { keyOf, type ChartSummary } from '#atlas/model/model.ts';
import { links } from '#atlas/model/links.ts';
import { KEEPS_ADDRESS } from '#atlas/diagram/routes.ts';
import { dayIn, type WordKey } from '#atlas/words/words.ts';
import { inLanguage, runName, useLanguage, useSay } from './language.ts';
import { Quoted } from './said.tsx';

const COLUMNS = [
  'table.name',
  'table.purpose',
  'routes',
  'states',
  'transitions',
  'paths',
  'calls',
  'coverage',
  'table.lastChange',
] as const satisfies readonly WordKey[];

/** All charts, one per line. */
export function ChartTable({ charts }: { readonly charts: readonly ChartSummary[] }) {
  const say = useSay();
  return (
    <div className="scrolls" tabIndex={0} role="region" aria-label={say('table')}>
      <table>
        <thead>
          <tr>
            {COLUMNS.map((name) => (
              <th key={name} scope="col">
                {say(name)}
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
  );
}

function Row({ chart }: { readonly chart: ChartSummary }) {
  const say = useSay();
  const culture = useLanguage();
  const { id, purpose, routes, states, transitions, paths, calls, children, covered, touched } = chart;
  const key = keyOf(chart);
  return (
    <tr>
      <th scope="row">
        <a href={links.chart(key)}>{id}</a>
      </th>
      <td>{inLanguage(purpose, culture)}</td>
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
          ? say('coverage.notMeasured')
          : covered.map(({ name, transitions: visited }) => (
              <span key={name} className="line">{`${runName(name, say)} ${visited}/${transitions}`}</span>
            ))}
      </td>
      <td>
        {touched === null ? (
          say('table.uncommitted')
        ) : (
          <a href={links.compare(key)}>
            {dayIn(culture, touched.at)} <Quoted>{touched.subject}</Quoted>
          </a>
        )}
      </td>
    </tr>
  );
}
