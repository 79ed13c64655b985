import { useState } from 'react';
import { cultures, type ChartModel, type Culture } from '#atlas/model/model.ts';
import { lackOf, walkedSentence } from '#atlas/model/walked.ts';
import { Command } from './command.tsx';
import { useFacts } from './data.ts';

const sizes = ['phone', 'desktop'] as const;
type Size = (typeof sizes)[number];

/** The screenshot of a state, or of another state with the same screen if no walk rested in that one. */
export function screenshotOf(
  { screens, states }: ChartModel,
  state: string,
  culture: Culture,
  size: Size,
): string | null {
  const found = states.find(({ path }) => path === state);
  const alike = states.filter(
    ({ path, seen }) => path.startsWith(`${state}.`) || (seen !== null && seen === found?.seen),
  );
  return (
    [state, ...alike.map(({ path }) => path)].flatMap((path) => screens[`${path}/${culture}/${size}`] ?? [])[0] ?? null
  );
}

/** What the member sees in a state: on a phone or a desktop, in each language. */
export function Screen({ chart, state }: { readonly chart: ChartModel; readonly state: string }) {
  const [culture, setCulture] = useState<Culture>('en-US');
  const [size, setSize] = useState<Size>('phone');
  const { changes } = useFacts();
  const file = screenshotOf(chart, state, culture, size);
  if (Object.keys(chart.screens).length === 0) {
    return (
      <p className="muted">
        No screenshot was taken: <Command>{`npm run atlas -- --screens ${chart.id}`}</Command>
      </p>
    );
  }
  return (
    <figure>
      <div className="items">
        <label>
          Language{' '}
          <select value={culture} onChange={(event) => setCulture(event.target.value as Culture)}>
            {cultures.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        <label>
          Size{' '}
          <select value={size} onChange={(event) => setSize(event.target.value as Size)}>
            {sizes.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
      </div>
      {chart.walked !== null && (
        <p className="muted">
          {[walkedSentence('Screens', chart.walked, changes), lackOf(chart.walked, 'screens') ?? ''].join(' ').trim()}
        </p>
      )}
      {file === null ? (
        <p className="muted">There is no screen of this state in this language and size.</p>
      ) : (
        <img src={`./${file}`} alt={`Screen of ${state}, ${culture}, ${size}`} loading="lazy" />
      )}
    </figure>
  );
}
