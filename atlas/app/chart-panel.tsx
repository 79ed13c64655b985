import { Fragment } from 'react';
import { links } from '#atlas/model/links.ts';
import { keyOf, type ChartModel } from '#atlas/model/model.ts';
import { Note } from './note.tsx';
import { dayIn } from '#atlas/words/words.ts';
import { inLanguage, useLanguage, useSay } from './language.ts';
import { Quoted, Said, Told } from './said.tsx';

/** The panel of a chart as a whole. */
export function ChartPanel({ chart, served }: { readonly chart: ChartModel; readonly served: boolean }) {
  const say = useSay();
  const culture = useLanguage();
  const { purpose, host, starts, requirements, paths, touches, states, children } = chart;
  const key = keyOf(chart);
  const exceptions = states.filter(({ lostAnswer }) => lostAnswer !== null);
  return (
    <>
      <h2>{key}</h2>
      <p>{inLanguage(purpose, culture)}</p>
      {host !== null && (
        <p>
          <Said what="chart.partOf" values={{ flow: <a href={links.chart(host)}>{host}</a> }} />
        </p>
      )}
      {children.length > 0 && (
        <p>
          <Said
            what="chart.runs"
            values={{
              flows: children.map((child, place) => (
                <Fragment key={child}>
                  {place > 0 && say('comma')}
                  <a href={links.chart(child)}>{child}</a>
                </Fragment>
              )),
            }}
          />
        </p>
      )}
      <p>{say('chart.press')}</p>
      <Note chart={chart} state="" served={served} />
      <h3>{say('states')}</h3>
      <ul className="plain">
        {states.map(({ path, titleText, says }) => (
          <li key={path}>
            <a href={links.state(key, path)}>{path}</a> <Told texts={titleText} otherwise={says} className="muted" />
          </li>
        ))}
      </ul>
      {exceptions.length > 0 && <h3>{say('chart.exceptions')}</h3>}
      <ul className="plain">
        {exceptions.map(({ path, lostAnswer }) => (
          <li key={path}>
            <a href={links.state(key, path)}>{path}</a>: <Quoted>{lostAnswer}</Quoted>
          </li>
        ))}
      </ul>
      {starts.length > 0 && <h3>{say('chart.starts')}</h3>}
      <ul className="plain">
        {starts.map((start) => (
          <li key={start}>
            <Quoted>{start}</Quoted>
          </li>
        ))}
      </ul>
      <h3>{say('requirements')}</h3>
      <p>
        {requirements
          .map(({ id, paths: walked }) =>
            walked.length === 0 ? id : say('requirements.walked', { id, count: walked.length }),
          )
          .join(say('comma'))}
      </p>
      {paths.length > 0 && <h3>{say('paths')}</h3>}
      <ul className="plain">
        {paths.map(({ id, title }) => (
          <li key={id}>
            <a href={links.path(key, id, 0)}>{id}</a> <span className="muted">{inLanguage(title, culture)}</span>
          </li>
        ))}
      </ul>
      <h3>{say('chart.changes')}</h3>
      <ul className="plain">
        {touches.map(({ rev, at, subject }) => (
          <li key={rev}>
            {dayIn(culture, at)} <code>{rev.slice(0, 7)}</code> <Quoted>{subject}</Quoted>
          </li>
        ))}
        {touches.length === 0 && <li>{say('chart.uncommitted')}</li>}
      </ul>
    </>
  );
}
