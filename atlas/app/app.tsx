import { Component, Suspense, use, useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import type { Culture } from '#atlas/model/model.ts';
import { find } from '#atlas/model/questions.ts';
import { links, type Place } from '#atlas/model/links.ts';
import { ChartPage } from './chart-page.tsx';
import { useIndex } from './data.ts';
import { FirstLook } from './first-look.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { Overview } from './overview.tsx';
import { Questions } from './questions-page.tsx';
import { chooseTheme, chosenTheme, themes, type Theme } from './theme.ts';
import { useLiveState, type LiveState } from './live.ts';
import { usePlace, useTyped } from './use-place.ts';
import { keepLanguage, chosenLanguage, inLanguage, Language, useLanguage, useSay, type Say } from './language.ts';
import { Quoted, Said } from './said.tsx';

/** The atlas: the view that the URL names, below the navigation bar. */
export function App() {
  const [culture, setCulture] = useState<Culture>(chosenLanguage);
  useLayoutEffect(() => {
    document.documentElement.lang = culture;
  }, [culture]);
  const choose = (chosen: Culture): void => {
    keepLanguage(chosen);
    setCulture(chosen);
  };
  return (
    <Language value={{ culture, choose }}>
      <Site />
    </Language>
  );
}

function Site() {
  const say = useSay();
  const { culture, choose } = use(Language);
  const place = usePlace();
  const name = nameOfPlace(place, say);
  const live = useLiveState();
  const title = `${name} – ${say('site.title')}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <>
      <a className="skip" href="#content" onClick={skip}>
        {say('skip')}
      </a>
      <header className="bar">
        <nav aria-label={say('atlas')}>
          <a href={links.overview()} aria-current={place.view === 'overview' ? 'page' : undefined}>
            {say('atlas')}
          </a>
          <a href={links.questions()} aria-current={place.view === 'questions' ? 'page' : undefined}>
            {say('questions')}
          </a>
        </nav>
        <Suspense
          fallback={
            <search className="search">
              <SearchField disabled />
            </search>
          }
        >
          <Search />
        </Suspense>
        {live !== null && (
          <p role="status" className="live">
            <Said
              what="live"
              values={{ place: <a href={links.state(live.flow, live.state)}>{`${live.flow} · ${live.state}`}</a> }}
            />
          </p>
        )}
        <LanguageChoice culture={culture} onChoose={choose} />
        <ThemeChoice />
      </header>
      <main id="content" tabIndex={-1}>
        <Fence key={placeKey(place)}>
          <View place={place} live={live} />
        </Fence>
      </main>
    </>
  );
}

/** The URL's hash is the place in the atlas, so the browser must not follow the skip link itself. */
function skip(event: React.MouseEvent): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}

function nameOfPlace(place: Place, say: Say): string {
  return place.view === 'chart' ? place.chart : say(place.view);
}

/** An error is gone where another page is looked at. */
function placeKey(place: Place): string {
  return place.view === 'chart' ? place.chart : `(${place.view})`;
}

/** Each view waits only for what it shows: a chart for itself, the overview and the questions for all charts. */
function View({ place, live }: { readonly place: Place; readonly live: LiveState | null }) {
  const say = useSay();
  switch (place.view) {
    case 'overview':
      return (
        <Suspense fallback={<FirstLook />}>
          <Overview />
        </Suspense>
      );
    case 'questions':
      return (
        <Suspense fallback={<Reading says={say('questions.reading')} />}>
          <Questions asked={place.asked} />
        </Suspense>
      );
    default:
      return (
        <Suspense fallback={<Reading says={say('reading.chart', { chart: place.chart })} />}>
          <ChartPage key={place.chart} chartKey={place.chart} focus={place.focus} live={live} />
        </Suspense>
      );
  }
}

function Reading({ says }: { readonly says: string }) {
  return (
    <p role="status" className="first">
      {says}
    </p>
  );
}

interface SearchFieldProps {
  readonly disabled?: boolean;
  readonly typed?: string;
  readonly onTyped?: (typed: string) => void;
}

/** The search covers all charts, so it is disabled until all of them are loaded. */
function SearchField({ disabled = false, typed = '', onTyped = () => {} }: SearchFieldProps) {
  const say = useSay();
  return (
    <label>
      {say('find')}{' '}
      <input
        type="search"
        disabled={disabled}
        value={typed}
        onChange={(event) => onTyped(event.target.value)}
        placeholder={say(disabled ? 'find.waiting' : 'find.hint')}
      />
    </label>
  );
}

function Search() {
  const say = useSay();
  const culture = useLanguage();
  const index = useIndex();
  const [typed, setTyped] = useTyped('find', null);
  const found = find(index, typed);
  return (
    <search className="search">
      <SearchField typed={typed} onTyped={setTyped} />
      {typed.trim() !== '' && (
        <ul aria-label={say('find.found')} className="found">
          {found.length === 0 && <li>{say('find.nothing')}</li>}
          {found.map(({ chart, state, kind, name, texts, says }) => (
            <li key={`${chart} ${kind} ${name}`}>
              <a href={state === null ? links.chart(chart) : links.state(chart, state)} onClick={() => setTyped('')}>
                <b>{chart}</b> {kind === 'state' ? name : say(`found.${kind}`, { call: name })}{' '}
                <span>
                  {texts.map((each) => inLanguage(each, culture)).join(' · ')}
                  {texts.length === 0 && <Quoted>{says}</Quoted>}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </search>
  );
}

function ThemeChoice() {
  const say = useSay();
  const [theme, setTheme] = useState<Theme>(chosenTheme);
  const choose = (chosen: Theme): void => {
    chooseTheme(chosen);
    setTheme(chosen);
  };
  return (
    <label>
      {say('theme')}{' '}
      <select value={theme} onChange={(event) => choose(event.target.value as Theme)}>
        {themes.map((each) => (
          <option key={each} value={each}>
            {say(`theme.${each}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** An error boundary: shows the error of one view there; the bar stays. */
export class Fence extends Component<{ readonly children: ReactNode }, { readonly error: Error | null }> {
  override state = { error: null };

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state as { readonly error: Error | null };
    return error === null ? this.props.children : <Broken why={error.message} />;
  }
}

function Broken({ why }: { readonly why: string }) {
  return (
    <p role="alert">
      <Said what="broken" values={{ why: <Quoted>{why}</Quoted> }} />
    </p>
  );
}
