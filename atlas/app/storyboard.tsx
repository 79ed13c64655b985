import { Fragment, useEffect, useState } from 'react';
import { links } from '#atlas/model/links.ts';
import { cultures, keyOf, type ChartModel, type Culture, type PathModel, type PathStep } from '#atlas/model/model.ts';
import { KEEPS_ADDRESS } from '#atlas/diagram/routes.ts';
import { screenshotOf } from './screen.tsx';
import { goTo } from './use-place.ts';
import { say as wordsIn } from '#atlas/words/words.ts';
import { inLanguage, useLanguage, useSay } from './language.ts';
import { LanguageChoice } from './language-choice.tsx';
import { Quoted, Said } from './said.tsx';

const PACE_MS = 1_800;

interface StoryboardProps {
  readonly chart: ChartModel;
  readonly pathId: string | null;
  readonly step: number;
}

/** A path as a strip of screens, to view step by step or to play. */
export function Storyboard({ chart, pathId, step }: StoryboardProps) {
  const say = useSay();
  const shown = useLanguage();
  const key = keyOf(chart);
  const path = chart.paths.find(({ id }) => id === pathId) ?? (pathId === null ? chart.paths[0] : undefined);
  const [chosen, setCulture] = useState<Culture | null>(null);
  const culture = chosen ?? shown;
  if (path === undefined) return <p role="alert">{say('path.none', { path: pathId ?? '' })}</p>;
  const at = Math.min(Math.max(step, 0), path.steps.length - 1);
  return (
    <div className="page">
      <div className="items">
        <label>
          {say('story.path')}{' '}
          <select value={path.id} onChange={(event) => goTo(links.path(key, event.target.value, 0))}>
            {chart.paths.map(({ id }) => (
              <option key={id}>{id}</option>
            ))}
          </select>
        </label>
        <LanguageChoice culture={culture} onChoose={setCulture} />
        <Player chartKey={key} path={path} at={at} />
      </div>
      <h2>{path.id}</h2>
      <p>{inLanguage(path.title, shown)}</p>
      <Strip chart={chart} path={path} at={at} culture={culture} />
    </div>
  );
}

function Player({ chartKey, path, at }: { readonly chartKey: string; readonly path: PathModel; readonly at: number }) {
  const say = useSay();
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
    <div role="group" aria-label={say('story.player')} className="items">
      <button type="button" disabled={at === 0} onClick={() => goTo(links.path(chartKey, path.id, at - 1))}>
        {say('story.back')}
      </button>
      <button type="button" onClick={play}>
        {say(plays ? 'story.stop' : 'story.play')}
      </button>
      <button type="button" disabled={at === last} onClick={() => goTo(links.path(chartKey, path.id, at + 1))}>
        {say('story.next')}
      </button>
      <span role="status">{say('story.step', { at, last })}</span>
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
  const say = useSay();
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
        {index}. <Quoted>{step.label}</Quoted>
      </a>
      {picture === null ? (
        <div className="card" lang={culture}>
          <b>{state?.titleText?.[language] ?? (state?.kind === 'final' ? wordsIn(culture, 'story.over') : step.to)}</b>
          {message !== undefined && <span className="message">{message}</span>}
          {step.route !== null && <Address route={step.route} culture={culture} />}
        </div>
      ) : (
        <img src={`./${picture}`} alt={say('screen.altShort', { state: step.to })} loading="lazy" />
      )}
      {picture !== null && message !== undefined && (
        // Each state has one picture, with the message that it first had.
        <span className="message">
          <Said what="story.here" values={{ message: <span lang={culture}>{message}</span> }} />
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

function Address({ route, culture }: { readonly route: string; readonly culture: Culture }) {
  return route === KEEPS_ADDRESS ? (
    <span className="muted">{wordsIn(culture, 'state.keepsRoute')}</span>
  ) : (
    <code>{route}</code>
  );
}
