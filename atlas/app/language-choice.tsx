import { cultures, type Culture } from '#atlas/model/model.ts';
import { nameOf } from '#atlas/words/words.ts';
import { useSay } from './language.ts';

/** A choice among the languages, each in its own name: that of the atlas, or that of the screens shown. */
export function LanguageChoice({
  culture,
  onChoose,
}: {
  readonly culture: Culture;
  readonly onChoose: (culture: Culture) => void;
}) {
  const say = useSay();
  return (
    <label>
      {say('language')}{' '}
      <select value={culture} onChange={(event) => onChoose(event.target.value as Culture)}>
        {cultures.map((each) => (
          <option key={each} value={each} lang={each}>
            {nameOf(each)}
          </option>
        ))}
      </select>
    </label>
  );
}
