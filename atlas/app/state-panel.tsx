import { actionsInWords } from '#atlas/model/actions.ts';
import { links } from '#atlas/model/links.ts';
import { cultures, keyOf, type ChartModel, type StateModel, type Texts } from '#atlas/model/model.ts';
import { reachedFrom, waysInto, waysOutOf, type Leg } from '#atlas/model/questions.ts';
import { routeInWords } from '#atlas/diagram/routes.ts';
import { CallDetails } from './call-details.tsx';
import { Note } from './note.tsx';
import { Screen } from './screen.tsx';

interface StatePanelProps {
  readonly chart: ChartModel;
  readonly state: StateModel;
  readonly served: boolean;
}

/** Everything about a state: what the member sees, can do and reads there, and which calls are made. */
export function StatePanel({ chart, state, served }: StatePanelProps) {
  const key = keyOf(chart);
  const { path, titleText, says, seenRoute, seen, controls, messages, requirements, tags, kind, onReload, lostAnswer } =
    state;
  return (
    <>
      <p>
        <a href={links.chart(key)}>← {key}</a>
      </p>
      <h2>{path}</h2>
      <Words texts={titleText} />
      {says !== '' && <p>{says}</p>}
      {chart.kind === 'flow' && <Screen chart={chart} state={path} />}
      <dl>
        <Fact
          name="Kind"
          value={[kind === 'final' ? 'end' : kind === 'compound' ? 'group of states' : 'state', ...tags].join(', ')}
        />
        <Fact name="Route" value={seenRoute === null ? null : routeInWords(seenRoute)} />
        <Fact name="Screen" value={seen} />
        <Fact name="Requirements" value={requirements.join(', ')} />
        <Fact name="On reload" value={onReload} />
        <Fact name="Lost answer" value={lostAnswer} />
        <Fact name="On entry" value={actionsInWords(state.entry)} />
        <Fact name="On leaving" value={actionsInWords(state.exit)} />
      </dl>
      <Note chart={chart} state={path} served={served} />
      {chart.kind === 'flow' && <h3>What the member can do</h3>}
      {chart.kind === 'flow' && controls.length === 0 && <p>Nothing but wait or look.</p>}
      <ul className="plain">
        {controls.map(({ event, name, fields }) => (
          <li key={event}>
            <code>{event}</code>{' '}
            {name === null ? <span className="muted">from outside of this screen</span> : <Words texts={name} />}
            {fields.length > 0 && (
              <span className="muted"> fills in {fields.map(([english]) => english).join(', ')}</span>
            )}
          </li>
        ))}
      </ul>
      {messages.length > 0 && <h3>Messages that can appear</h3>}
      <ul className="plain">
        {messages.map(({ code, title, hint }) => (
          <li key={code ?? ''}>
            {code === null ? (
              'a message of the screen’s own'
            ) : (
              <a href={links.questions({ ask: 'message', message: code })}>
                <code>{code}</code>
              </a>
            )}
            <Words texts={title} />
            <Words texts={hint} />
          </li>
        ))}
      </ul>
      <Calls chart={chart} state={state} />
      <Reloads chart={chart} state={path} />
      <Legs chart={chart} title="Leads on" legs={waysOutOf(chart, path)} end="to" />
      <Legs chart={chart} title="Leads here" legs={waysInto(chart, path)} end="from" />
      <details>
        <summary>From where it can be reached at all</summary>
        <p>{reachedFrom(chart, path).join(', ') || 'From nowhere but the start.'}</p>
      </details>
      <PathsThrough chart={chart} passes={(step) => step.to === path || step.to.startsWith(`${path}.`)} />
    </>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string | null }) {
  if (value === null || value === '') return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** A text in three languages. */
export function Words({ texts }: { readonly texts: Texts | null }) {
  if (texts === null) return null;
  return (
    <span className="words">
      {cultures.map((culture, index) => (
        <span key={culture} lang={culture}>
          {texts[index]}
        </span>
      ))}
    </span>
  );
}

function Calls({ chart, state }: { readonly chart: ChartModel; readonly state: StateModel }) {
  const calls = chart.calls.filter(({ id }) => state.calls.includes(id));
  const children = state.calls.filter((call) => chart.children.includes(call));
  if (calls.length + children.length === 0) return null;
  return (
    <>
      <h3>Calls</h3>
      {calls.map((call) => (
        <CallDetails key={call.id} chart={chart} call={call} />
      ))}
      {children.map((child) => (
        <p key={child}>
          Runs the flow <a href={links.chart(child)}>{child}</a>.
        </p>
      ))}
    </>
  );
}

function Reloads({ chart, state }: { readonly chart: ChartModel; readonly state: string }) {
  const cells = chart.matrices.reload.filter((cell) => cell.in === state || cell.in.startsWith(`${state}.`));
  if (cells.length === 0) return null;
  return (
    <>
      <h3>When the page is loaded again</h3>
      <ul className="plain">
        {[...new Map(cells.map((cell) => [`${cell.happens} ${cell.says} ${cell.to.state}`, cell])).values()].map(
          ({ id, happens, says, to }) => (
            <li key={id}>
              {happens}: {says} → <a href={links.state(keyOf(chart), to.state)}>{to.state}</a>
            </li>
          ),
        )}
      </ul>
    </>
  );
}

function Legs({
  chart,
  title,
  legs,
  end,
}: {
  readonly chart: ChartModel;
  readonly title: string;
  readonly legs: readonly Leg[];
  readonly end: 'from' | 'to';
}) {
  if (legs.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul className="plain">
        {legs.map(({ from, label, to }) => {
          const other = end === 'from' ? from : to;
          return (
            <li key={`${from} ${label} ${to}`}>
              {label} {end === 'from' ? '← ' : '→ '}
              {other === null ? 'the start' : <a href={links.state(keyOf(chart), other)}>{other}</a>}
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** The paths that pass something, each linked at the first step that does. */
export function PathsThrough({
  chart,
  passes,
}: {
  readonly chart: ChartModel;
  readonly passes: (step: ChartModel['paths'][number]['steps'][number]) => boolean;
}) {
  const paths = chart.paths.map(({ id, steps }) => ({ id, at: steps.findIndex(passes) })).filter(({ at }) => at !== -1);
  if (chart.paths.length === 0) return null;
  return (
    <>
      <h3>Paths through it</h3>
      <p className="items">
        {paths.length === 0 && 'None.'}
        {paths.map(({ id, at }) => (
          <a key={id} href={links.path(keyOf(chart), id, at)}>
            {id}
          </a>
        ))}
      </p>
    </>
  );
}
