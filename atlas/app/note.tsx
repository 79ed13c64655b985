import { useState } from 'react';
import { keyOf, type ChartModel } from '#atlas/model/model.ts';
import { useSay } from './language.ts';

interface NoteProps {
  readonly chart: ChartModel;
  /** The path of a state; empty for the whole chart. */
  readonly state: string;
  readonly served: boolean;
}

/** What was written since the data was loaded, by chart and state. */
const written = new Map<string, string>();

/** A note of the analysts: shown everywhere, editable if the atlas is served by its command. */
export function Note({ chart, state, served }: NoteProps) {
  const say = useSay();
  const key = keyOf(chart);
  const place = `${key} ${state}`;
  const kept = written.get(place) ?? chart.notes[state] ?? '';
  const [text, setText] = useState(kept);
  const [said, setSaid] = useState('');
  if (!served) return kept === '' ? null : <Kept text={kept} />;
  const save = async (event: React.FormEvent): Promise<void> => {
    event.preventDefault();
    setSaid(say('note.saving'));
    const answer = await fetch('./notes', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ chart: key, state, text }),
    }).catch(() => null);
    if (answer?.ok === true) written.set(place, text.trim());
    setSaid(answer === null ? say('served.not') : answer.ok ? say('note.saved') : await answer.text());
  };
  return (
    <form onSubmit={(event) => void save(event)} className="note">
      <label>
        {say('note')}
        <textarea value={text} maxLength={4000} rows={3} onChange={(event) => setText(event.target.value)} />
      </label>
      <button type="submit" disabled={text.trim() === kept}>
        {say('note.save')}
      </button>{' '}
      <span role="status">{said}</span>
    </form>
  );
}

function Kept({ text }: { readonly text: string }) {
  const say = useSay();
  return (
    <div className="note">
      <h3>{say('note')}</h3>
      <p>{text}</p>
    </div>
  );
}
