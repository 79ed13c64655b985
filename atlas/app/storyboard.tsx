import { Fragment, useEffect, useState } from 'react';
import { links } from '#atlas/model/links.ts';
import { cultures, keyOf, type ChartModel, type Culture, type PathModel, type PathStep } from '#atlas/model/model.ts';
import { KEEPS_ADDRESS, routeInWords } from '#atlas/diagram/routes.ts';
import { screenshotOf } from './screen.tsx';
import { goTo } from './use-place.ts';

const PACE_MS = 1_800;

interface StoryboardProps {
  readonly chart: ChartModel;
  readonly pathId: string | null;
  readonly step: number;
}

/** A path as a strip of screens, to view step by step or to play. */
export function Storyboard({ chart, pathId, step }: StoryboardProps) {
  const key = keyOf(chart);
  const path = chart.paths.find(({ id }) => id === pathId) ?? (pathId === null ? chart.paths[0] : undefined);
  const [culture, setCulture] = useState<Culture>('en-US');
  if (path === undefined) return <p role="alert">There is no path {pathId} in this version.</p>;
  const at = Math.min(Math.max(step, 0), path.steps.length - 1);
  return (
    <div className="page">
      <div className="items">
        <label>
          Path{' '}
          <select value={path.id} onChange={(event) => goTo(links.path(key, event.target.value, 0))}>
            {chart.paths.map(({ id }) => (
              <option key={id}>{id}</option>
            ))}
          </select>
        </label>
        <label>
          Language{' '}
          <select value={culture} onChange={(event) => setCulture(event.target.value as Culture)}>
            {cultures.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        <Player chartKey={key} path={path} at={at} />
      </div>
      <h2>{path.id}</h2>
      <p>{path.title}</p>
      <Strip chart={chart} path={path} at={at} culture={culture} />
    </div>
  );
}

function Player({ chartKey, path, at }: { readonly chartKey: string; readonly path: PathModel; readonly at: number }) {
  const [isPlaying, setPlaying] = useState(false);
  const last = path.steps.length - 1;
  const plays = isPlaying && at < last;
  useEffect(() => {
    if (!plays) return;
    const timer = setTimeout(() => goTo(links.path(chartKey, path.id, at + 1)), PACE_MS);
    return () => clearTimeout(timer);
  }, [plays, chartKey, path, at]);
  const play = (): void => {
    if (at === last) goTo(links.path(chartKey, path.id, 0));
    setPlaying(!plays);
  };
  return (
    <div role="group" aria-label="Player" className="items">
      <button type="button" disabled={at === 0} onClick={() => goTo(links.path(chartKey, path.id, at - 1))}>
        Back
      </button>
      <button type="button" onClick={play}>
        {plays ? 'Pause' : 'Play'}
      </button>
      <button type="button" disabled={at === last} onClick={() => goTo(links.path(chartKey, path.id, at + 1))}>
        Next
      </button>
      <span role="status">
        Step {at} of {last}
      </span>
    </div>
  );
}

function Strip({
  chart,
  path,
  at,
  culture,
}: {
  readonly chart: ChartModel;
  readonly path: PathModel;
  readonly at: number;
  readonly culture: Culture;
}) {
  return (
    <ol className="strip" start={0}>
      {path.steps.map((step, index) => (
        <Frame
          key={index}
          chart={chart}
          path={path.id}
          step={step}
          index={index}
          isAt={index === at}
          culture={culture}
        />
      ))}
    </ol>
  );
}

interface FrameProps {
  readonly chart: ChartModel;
  readonly path: string;
  readonly step: PathStep;
  readonly index: number;
  readonly isAt: boolean;
  readonly culture: Culture;
}

function Frame({ chart, path, step, index, isAt, culture }: FrameProps) {
  const key = keyOf(chart);
  const state = chart.states.find((each) => each.path === step.to);
  const language = cultures.indexOf(culture);
  const picture = screenshotOf(chart, step.to, culture, 'phone');
  const message = state?.messages.find(({ code }) => code === step.message)?.title?.[language];
  return (
    <li
      className={isAt ? 'chosen' : ''}
      aria-current={isAt ? 'step' : undefined}
      ref={(frame) => {
        if (isAt) frame?.scrollIntoView({ block: 'nearest', inline: 'center' });
      }}
    >
      <a href={links.path(key, path, index)} className="step">
        {index}. {step.label}
      </a>
      {picture === null ? (
        <div className="card" lang={culture}>
          <b>{state?.titleText?.[language] ?? (state?.kind === 'final' ? 'The flow is over.' : step.to)}</b>
          {message !== undefined && <span className="message">{message}</span>}
          {step.route !== null && <Address route={step.route} />}
        </div>
      ) : (
        <img src={`./${picture}`} alt={`Screen of ${step.to}`} loading="lazy" />
      )}
      {picture !== null && message !== undefined && (
        // Each state has one picture, with the message that it first had.
        <span className="message" lang={culture}>
          Here it says: {message}
        </span>
      )}
      <a href={links.state(key, step.to)}>
        {step.to.split('.').map((name, depth) => (
          <Fragment key={depth}>
            {depth > 0 && (
              <>
                .<wbr />
              </>
            )}
            {name}
          </Fragment>
        ))}
      </a>
    </li>
  );
}

function Address({ route }: { readonly route: string }) {
  return route === KEEPS_ADDRESS ? (
    <span className="muted" lang="en">
      {routeInWords(route)}
    </span>
  ) : (
    <code>{route}</code>
  );
}
