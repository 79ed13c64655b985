import { actionsInWords } from '#atlas/model/actions.ts';
import { links } from '#atlas/model/links.ts';
import { keyOf, type ChartModel, type TransitionModel } from '#atlas/model/model.ts';
import { PathsThrough } from './state-panel.tsx';
import { useLanguage, useSay } from './language.ts';
import { Quoted, Said } from './said.tsx';

/** Everything about a transition: what causes it, which rule decides, which data triggers it, which paths walk it. */
export function TransitionPanel({
  chart,
  transition,
}: {
  readonly chart: ChartModel;
  readonly transition: TransitionModel;
}) {
  const say = useSay();
  const culture = useLanguage();
  const key = keyOf(chart);
  const { id, source, trigger, guard, targets, actions, kind, says, samples, rule } = transition;
  return (
    <>
      <p>
        <a href={links.chart(key)}>← {key}</a>
      </p>
      <h2 lang="en">{trigger}</h2>
      {says !== '' && <p lang="en">{says}</p>}
      <dl>
        <div>
          <dt>{say('state.kind')}</dt>
          <dd>{say(`kind.${kind}`)}</dd>
        </div>
        <div>
          <dt>{say('transition.from')}</dt>
          <dd>{source === '(any)' ? say('transition.any') : <a href={links.state(key, source)}>{source}</a>}</dd>
        </div>
        <div>
          <dt>{say('transition.to')}</dt>
          <dd>
            {targets.length === 0 && say('transition.stays')}
            {targets.map((target) => (
              <a key={target} href={links.state(key, target)}>
                {target}
              </a>
            ))}
          </dd>
        </div>
        {guard !== null && (
          <div>
            <dt>{say('transition.if')}</dt>
            <dd lang="en">{guard}</dd>
          </div>
        )}
        {actions.length > 0 && (
          <div>
            <dt>{say('transition.does')}</dt>
            <dd>{actionsInWords(actions, culture)}</dd>
          </div>
        )}
      </dl>
      {rule !== null && (
        <>
          <h3>{say('transition.rule')}</h3>
          <p lang="en">{rule.says}</p>
          <details>
            <summary>{say('transition.code')}</summary>
            <pre tabIndex={0}>{rule.code}</pre>
          </details>
        </>
      )}
      {samples.length > 0 && <h3>{say('transition.samples')}</h3>}
      {samples.map(({ step, data, reply, byHand }) => (
        <details key={step}>
          <summary lang="en">{step}</summary>
          {byHand !== '' && (
            <p>
              <Said what="transition.byHand" values={{ how: <Quoted>{byHand}</Quoted> }} />
            </p>
          )}
          {data !== '' && <pre tabIndex={0}>{data}</pre>}
          {reply !== '' && (
            <>
              <p>{say('transition.replies')}</p>
              <pre tabIndex={0}>{reply}</pre>
            </>
          )}
          {data === '' && reply === '' && <p>{say('transition.nothing')}</p>}
        </details>
      ))}
      <PathsThrough chart={chart} passes={({ fired }) => fired.includes(id)} />
    </>
  );
}
