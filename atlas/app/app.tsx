import { Component, Suspense, useEffect, useState, type ReactNode } from 'react';
import { find } from '#atlas/model/questions.ts';
import { links, type Place } from '#atlas/model/links.ts';
import { ChartPage } from './chart-page.tsx';
import { useIndex } from './data.ts';
import { FirstLook } from './first-look.tsx';
import { Overview } from './overview.tsx';
import { Questions } from './questions-page.tsx';
import { chooseTheme, chosenTheme, themes, type Theme } from './theme.ts';
import { useLiveState } from './live.ts';
import { usePlace } from './use-place.ts';

/** The atlas: the view that the URL names, below the navigation bar. */
export function App() {
  const place = usePlace();
  const title = titleOf(place);
  const live = useLiveState();
  useEffect(() => {
    document.title = `${title} – Atlas of the flows`;
  }, [title]);
  return (
    <>
      <a className="skip" href="#content" onClick={skip}>
        To the content
      </a>
      <header className="bar">
        <nav aria-label="Atlas">
          <a href={links.overview()} aria-current={place.view === 'overview' ? 'page' : undefined}>
            Atlas
          </a>
          <a href={links.questions()} aria-current={place.view === 'questions' ? 'page' : undefined}>
            Questions
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
            Live: <a href={links.state(live.flow, live.state)}>{`${live.flow} · ${live.state}`}</a>
          </p>
        )}
        <ThemeChoice />
      </header>
      <main id="content" tabIndex={-1}>
        <Fence key={title}>
          <View place={place} />
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

function titleOf(place: Place): string {
  return place.view === 'chart' ? place.chart : place.view === 'questions' ? 'Questions' : 'Overview';
}

/** Each view waits only for what it shows: a chart for itself, the overview and the questions for all charts. */
function View({ place }: { readonly place: Place }) {
  switch (place.view) {
    case 'overview':
      return (
        <Suspense fallback={<FirstLook />}>
          <Overview />
        </Suspense>
      );
    case 'questions':
      return (
        <Suspense fallback={<Reading says="Questions are answered out of all charts, which are still being read…" />}>
          <Questions asked={place.asked} />
        </Suspense>
      );
    default:
      return (
        <Suspense fallback={<Reading says={`Reading ${place.chart}…`} />}>
          <ChartPage key={place.chart} chartKey={place.chart} focus={place.focus} />
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
  return (
    <label>
      Find{' '}
      <input
        type="search"
        disabled={disabled}
        value={typed}
        onChange={(event) => onTyped(event.target.value)}
        placeholder={disabled ? 'once all charts are read' : 'state, call, message, requirement'}
      />
    </label>
  );
}

function Search() {
  const index = useIndex();
  const [typed, setTyped] = useState('');
  const found = find(index, typed);
  return (
    <search className="search">
      <SearchField typed={typed} onTyped={setTyped} />
      {typed.trim() !== '' && (
        <ul aria-label="Found" className="found">
          {found.length === 0 && <li>Nothing.</li>}
          {found.map(({ chart, state, what, says }) => (
            <li key={`${chart} ${what}`}>
              <a href={state === null ? links.chart(chart) : links.state(chart, state)} onClick={() => setTyped('')}>
                <b>{chart}</b> {what} <span>{says}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </search>
  );
}

function ThemeChoice() {
  const [theme, setTheme] = useState<Theme>(chosenTheme);
  const choose = (chosen: Theme): void => {
    chooseTheme(chosen);
    setTheme(chosen);
  };
  return (
    <label>
      Theme{' '}
      <select value={theme} onChange={(event) => choose(event.target.value as Theme)}>
        {themes.map((each) => (
          <option key={each}>{each}</option>
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
    return error === null ? this.props.children : <p role="alert">This can’t be shown: {error.message}</p>;
  }
}
