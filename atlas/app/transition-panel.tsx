import { actionsInWords } from '#atlas/model/actions.ts';
import { links } from '#atlas/model/links.ts';
import { keyOf, type ChartModel, type TransitionModel } from '#atlas/model/model.ts';
import { PathsThrough } from './state-panel.tsx';

const kinds = {
  event: 'what the member or the world does',
  answer: 'an answer',
  refusal: 'an answer that leads to a message',
  failure: 'no answer, or none that is known',
  timer: 'a timer',
  always: 'a choice of the flow’s own',
} as const;

/** Everything about a transition: what causes it, which rule decides, which data triggers it, which paths walk it. */
export function TransitionPanel({
  chart,
  transition,
}: {
  readonly chart: ChartModel;
  readonly transition: TransitionModel;
}) {
  const key = keyOf(chart);
  const { id, source, trigger, guard, targets, actions, kind, says, samples, rule } = transition;
  return (
    <>
      <p>
        <a href={links.chart(key)}>← {key}</a>
      </p>
      <h2>{trigger}</h2>
      {says !== '' && <p>{says}</p>}
      <dl>
        <div>
          <dt>Kind</dt>
          <dd>{kinds[kind]}</dd>
        </div>
        <div>
          <dt>From</dt>
          <dd>{source === '(any)' ? 'any state' : <a href={links.state(key, source)}>{source}</a>}</dd>
        </div>
        <div>
          <dt>To</dt>
          <dd>
            {targets.length === 0 && 'stays'}
            {targets.map((target) => (
              <a key={target} href={links.state(key, target)}>
                {target}
              </a>
            ))}
          </dd>
        </div>
        {guard !== null && (
          <div>
            <dt>If</dt>
            <dd>{guard}</dd>
          </div>
        )}
        {actions.length > 0 && (
          <div>
            <dt>Does</dt>
            <dd>{actionsInWords(actions)}</dd>
          </div>
        )}
      </dl>
      {rule !== null && (
        <>
          <h3>The rule</h3>
          <p>{rule.says}</p>
          <details>
            <summary>As it is written</summary>
            <pre tabIndex={0}>{rule.code}</pre>
          </details>
        </>
      )}
      {samples.length > 0 && <h3>Data that takes it</h3>}
      {samples.map(({ step, data, reply, byHand }) => (
        <details key={step}>
          <summary>{step}</summary>
          {byHand !== '' && <p>By hand: {byHand}</p>}
          {data !== '' && <pre tabIndex={0}>{data}</pre>}
          {reply !== '' && (
            <>
              <p>The server answers:</p>
              <pre tabIndex={0}>{reply}</pre>
            </>
          )}
          {data === '' && reply === '' && <p>Nothing besides that it happens.</p>}
        </details>
      ))}
      <PathsThrough chart={chart} passes={({ fired }) => fired.includes(id)} />
    </>
  );
}
