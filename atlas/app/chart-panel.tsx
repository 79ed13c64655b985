import { links } from '#atlas/model/links.ts';
import { keyOf, type ChartModel } from '#atlas/model/model.ts';
import { Note } from './note.tsx';

/** The panel of a chart as a whole. */
export function ChartPanel({ chart, served }: { readonly chart: ChartModel; readonly served: boolean }) {
  const { purpose, host, starts, requirements, paths, touches, states, children } = chart;
  const key = keyOf(chart);
  const exceptions = states.filter(({ lostAnswer }) => lostAnswer !== null);
  return (
    <>
      <h2>{key}</h2>
      <p>{purpose}</p>
      {host !== null && (
        <p>
          It is a part of <a href={links.chart(host)}>{host}</a>.
        </p>
      )}
      {children.length > 0 && (
        <p>
          It runs{' '}
          {children.map((child) => (
            <a key={child} href={links.chart(child)}>
              {child}
            </a>
          ))}
          .
        </p>
      )}
      <p>Press a state or a transition to see what is behind it.</p>
      <Note chart={chart} state="" served={served} />
      <h3>States</h3>
      <ul className="plain">
        {states.map(({ path, titleText, says }) => (
          <li key={path}>
            <a href={links.state(key, path)}>{path}</a> <span className="muted">{titleText?.[0] ?? says}</span>
          </li>
        ))}
      </ul>
      {exceptions.length > 0 && <h3>Lost answers that are not asked for</h3>}
      <ul className="plain">
        {exceptions.map(({ path, lostAnswer }) => (
          <li key={path}>
            <a href={links.state(key, path)}>{path}</a>: {lostAnswer}
          </li>
        ))}
      </ul>
      {starts.length > 0 && <h3>How it begins</h3>}
      <ul className="plain">
        {starts.map((start) => (
          <li key={start}>{start}</li>
        ))}
      </ul>
      <h3>Requirements</h3>
      <p>
        {requirements
          .map(({ id, paths: walked }) => `${id}${walked.length === 0 ? '' : ` (${walked.length} paths)`}`)
          .join(', ')}
      </p>
      {paths.length > 0 && <h3>Paths</h3>}
      <ul className="plain">
        {paths.map(({ id, title }) => (
          <li key={id}>
            <a href={links.path(key, id, 0)}>{id}</a> <span className="muted">{title}</span>
          </li>
        ))}
      </ul>
      <h3>Changes</h3>
      <ul className="plain">
        {touches.map(({ rev, at, subject }) => (
          <li key={rev}>
            {at.slice(0, 10)} <code>{rev.slice(0, 7)}</code> {subject}
          </li>
        ))}
        {touches.length === 0 && <li>Not committed yet.</li>}
      </ul>
    </>
  );
}
