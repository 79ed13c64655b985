import { links } from '#atlas/model/links.ts';
import { keyOf, type Call, type ChartModel, type Field } from '#atlas/model/model.ts';
import { whenCalled } from '#atlas/model/questions.ts';
import { Cells } from './cells.tsx';
import { useSay } from './language.ts';
import { Quoted } from './said.tsx';

/** A call with its contract, and where each answer leads. */
export function CallDetails({ chart, call }: { readonly chart: ChartModel; readonly call: Call }) {
  const say = useSay();
  const { id, method, path, summary, says, asks, answers } = call;
  return (
    <section className="call">
      <h4>
        <code>{id}</code>
      </h4>
      <p>
        <code>
          {method} {path}
        </code>{' '}
        <Quoted>{summary}.</Quoted> <a href={links.questions({ ask: 'call', call: id })}>{say('call.uses')}</a>
      </p>
      {says !== '' && <p lang="en">{says}</p>}
      <Fields title={say('call.asks')} fields={asks} />
      <details>
        <summary>{say('call.answers')}</summary>
        <ul className="plain">
          {answers.map(({ status, says: meaning, codes, fields }) => (
            <li key={status}>
              <b>{status}</b> <Quoted>{meaning}</Quoted> {codes.length > 0 && <code>{codes.join(', ')}</code>}
              <Fields title={say('call.fields')} fields={fields} />
            </li>
          ))}
        </ul>
      </details>
      <details>
        <summary>{say('call.outcomes')}</summary>
        <Cells
          chart={chart}
          cells={whenCalled(chart, id)}
          label={say('call.table', { call: id, chart: keyOf(chart) })}
        />
      </details>
    </section>
  );
}

function Fields({ title, fields }: { readonly title: string; readonly fields: readonly Field[] }) {
  const say = useSay();
  if (fields.length === 0) return null;
  return (
    <details>
      <summary>{title}</summary>
      <ul className="plain">
        {fields.map(({ name, type, says, required }) => (
          <li key={name}>
            <code>{name}</code>{' '}
            <span className="muted">
              <Quoted>{type}</Quoted>
              {required ? '' : `${say('comma')}${say('call.optional')}`}
            </span>{' '}
            <Quoted>{says}</Quoted>
          </li>
        ))}
      </ul>
    </details>
  );
}
