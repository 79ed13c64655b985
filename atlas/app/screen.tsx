import { useState } from 'react';
import type { ChartModel, Culture } from '#atlas/model/model.ts';
import { lackOf, walkedSentence } from '#atlas/model/walked.ts';
import { Command } from './command.tsx';
import { useFacts } from './data.ts';
import { nameOf } from '#atlas/words/words.ts';
import { useLanguage, useSay } from './language.ts';
import { LanguageChoice } from './language-choice.tsx';
import { Said } from './said.tsx';

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
  const say = useSay();
  const shown = useLanguage();
  const [chosen, setCulture] = useState<Culture | null>(null);
  const culture = chosen ?? shown;
  const [size, setSize] = useState<Size>('phone');
  const { changes } = useFacts();
  const file = screenshotOf(chart, state, culture, size);
  if (Object.keys(chart.screens).length === 0) {
    return (
      <p className="muted">
        <Said
          what="screen.untaken"
          values={{ command: <Command>{`npm run atlas -- --screens ${chart.id}`}</Command> }}
        />
      </p>
    );
  }
  return (
    <figure>
      <div className="items">
        <LanguageChoice culture={culture} onChoose={setCulture} />
        <label>
          {say('screen.size')}{' '}
          <select value={size} onChange={(event) => setSize(event.target.value as Size)}>
            {sizes.map((each) => (
              <option key={each} value={each}>
                {say(`screen.${each}`)}
              </option>
            ))}
          </select>
        </label>
      </div>
      {chart.walked !== null && (
        <p className="muted">
          {[walkedSentence('screens', chart.walked, changes, shown), lackOf(chart.walked, 'screens', shown) ?? '']
            .join(' ')
            .trim()}
        </p>
      )}
      {file === null ? (
        <p className="muted">{say('screen.none')}</p>
      ) : (
        <img
          src={`./${file}`}
          alt={say('screen.alt', { state, language: nameOf(culture), size: say(`screen.${size}`) })}
          loading="lazy"
        />
      )}
    </figure>
  );
}
