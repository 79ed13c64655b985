import { links } from '#atlas/model/links.ts';
import { keyOf, type Call, type ChartModel, type Field } from '#atlas/model/model.ts';
import { whenCalled } from '#atlas/model/questions.ts';
import { Cells } from './cells.tsx';

/** A call with its contract, and where each answer leads. */
export function CallDetails({ chart, call }: { readonly chart: ChartModel; readonly call: Call }) {
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
        {summary}. <a href={links.questions({ ask: 'call', call: id })}>Who uses it?</a>
      </p>
      {says !== '' && <p>{says}</p>}
      <Fields title="What it asks for" fields={asks} />
      <details>
        <summary>What it answers</summary>
        <ul className="plain">
          {answers.map(({ status, says: meaning, codes, fields }) => (
            <li key={status}>
              <b>{status}</b> {meaning} {codes.length > 0 && <code>{codes.join(', ')}</code>}
              <Fields title="Fields" fields={fields} />
            </li>
          ))}
        </ul>
      </details>
      <details>
        <summary>What becomes of each answer, and of none</summary>
        <Cells chart={chart} cells={whenCalled(chart, id)} label={`Answers of ${id} in ${keyOf(chart)}`} />
      </details>
    </section>
  );
}

function Fields({ title, fields }: { readonly title: string; readonly fields: readonly Field[] }) {
  if (fields.length === 0) return null;
  return (
    <details>
      <summary>{title}</summary>
      <ul className="plain">
        {fields.map(({ name, type, says, required }) => (
          <li key={name}>
            <code>{name}</code> <span className="muted">{`${type}${required ? '' : ', optional'}`}</span> {says}
          </li>
        ))}
      </ul>
    </details>
  );
}
