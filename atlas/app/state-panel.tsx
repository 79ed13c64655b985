import { actionsInWords } from '#atlas/model/actions.ts';
import { links } from '#atlas/model/links.ts';
import { cultures, keyOf, type ChartModel, type StateModel, type Texts } from '#atlas/model/model.ts';
import { reachedFrom, waysInto, waysOutOf, type Leg } from '#atlas/model/questions.ts';
import { KEEPS_ADDRESS } from '#atlas/diagram/routes.ts';
import { CallDetails } from './call-details.tsx';
import { Note } from './note.tsx';
import { Screen } from './screen.tsx';
import { isWord } from '#atlas/words/words.ts';
import { inLanguage, useLanguage, useSay, type Say } from './language.ts';
import { Quoted, Said } from './said.tsx';

interface StatePanelProps {
  readonly chart: ChartModel;
  readonly state: StateModel;
  readonly served: boolean;
}

/** Everything about a state: what the member sees, can do and reads there, and which calls are made. */
export function StatePanel({ chart, state, served }: StatePanelProps) {
  const say = useSay();
  const culture = useLanguage();
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
      {says !== '' && <p lang="en">{says}</p>}
      {chart.kind === 'flow' && <Screen chart={chart} state={path} />}
      <dl>
        <Fact
          name={say('state.kind')}
          value={[
            say(kind === 'final' ? 'state.end' : kind === 'compound' ? 'state.group' : 'state.state'),
            ...tags.map((tag) => wordOr(`tag.${tag}`, tag, say)),
          ].join(say('comma'))}
        />
        <Fact name={say('state.route')} value={seenRoute === KEEPS_ADDRESS ? say('state.keepsRoute') : seenRoute} />
        <Fact name={say('state.screen')} value={seen} isCode />
        <Fact name={say('requirements')} value={requirements.join(', ')} />
        <Fact
          name={say('state.onReload')}
          value={onReload === null ? null : wordOr(`reload.${onReload}`, onReload, say)}
        />
        <Fact name={say('state.lostAnswer')} value={lostAnswer} isCode />
        <Fact name={say('state.onEntry')} value={actionsInWords(state.entry, culture)} />
        <Fact name={say('state.onLeaving')} value={actionsInWords(state.exit, culture)} />
      </dl>
      <Note chart={chart} state={path} served={served} />
      {chart.kind === 'flow' && <h3>{say('state.can')}</h3>}
      {chart.kind === 'flow' && controls.length === 0 && <p>{say('state.canNothing')}</p>}
      <ul className="plain">
        {controls.map(({ event, name, fields }) => (
          <li key={event}>
            <code>{event}</code>{' '}
            {name === null ? <span className="muted">{say('state.outside')}</span> : <Words texts={name} />}
            {fields.length > 0 && (
              <span className="muted">
                {' '}
                {say('state.fillsIn', {
                  fields: fields.map((field) => inLanguage(field, culture)).join(say('comma')),
                })}
              </span>
            )}
          </li>
        ))}
      </ul>
      {messages.length > 0 && <h3>{say('state.messages')}</h3>}
      <ul className="plain">
        {messages.map(({ code, title, hint }) => (
          <li key={code ?? ''}>
            {code === null ? (
              say('state.ownMessage.text')
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
      <Legs chart={chart} title={say('state.leadsOn')} legs={waysOutOf(chart, path)} end="to" />
      <Legs chart={chart} title={say('state.leadsHere')} legs={waysInto(chart, path)} end="from" />
      <details>
        <summary>{say('state.reachable')}</summary>
        <p>{reachedFrom(chart, path).join(', ') || say('state.nowhere')}</p>
      </details>
      <PathsThrough chart={chart} passes={(step) => step.to === path || step.to.startsWith(`${path}.`)} />
    </>
  );
}

interface FactProps {
  readonly name: string;
  readonly value: string | null;
  /** Whether it is a name or a sentence of the source. */
  readonly isCode?: boolean;
}

function Fact({ name, value, isCode = false }: FactProps) {
  if (value === null || value === '') return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd lang={isCode ? 'en' : undefined}>{value}</dd>
    </div>
  );
}

/** What a name of the charts is called; the name itself where it has no words. */
function wordOr(key: string, name: string, say: Say): string {
  return isWord(key) ? say(key) : name;
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
  const say = useSay();
  const calls = chart.calls.filter(({ id }) => state.calls.includes(id));
  const children = state.calls.filter((call) => chart.children.includes(call));
  if (calls.length + children.length === 0) return null;
  return (
    <>
      <h3>{say('calls')}</h3>
      {calls.map((call) => (
        <CallDetails key={call.id} chart={chart} call={call} />
      ))}
      {children.map((child) => (
        <p key={child}>
          <Said what="state.runs" values={{ flow: <a href={links.chart(child)}>{child}</a> }} />
        </p>
      ))}
    </>
  );
}

function Reloads({ chart, state }: { readonly chart: ChartModel; readonly state: string }) {
  const say = useSay();
  const cells = chart.matrices.reload.filter((cell) => cell.in === state || cell.in.startsWith(`${state}.`));
  if (cells.length === 0) return null;
  return (
    <>
      <h3>{say('state.reloads')}</h3>
      <ul className="plain">
        {[...new Map(cells.map((cell) => [`${cell.happens} ${cell.says} ${cell.to.state}`, cell])).values()].map(
          ({ id, happens, says, to }) => (
            <li key={id}>
              <Quoted>
                {happens}: {says}
              </Quoted>{' '}
              → <a href={links.state(keyOf(chart), to.state)}>{to.state}</a>
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
  const say = useSay();
  if (legs.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul className="plain">
        {legs.map(({ from, label, to }) => {
          const other = end === 'from' ? from : to;
          return (
            <li key={`${from} ${label} ${to}`}>
              <Quoted>{label}</Quoted> {end === 'from' ? '← ' : '→ '}
              {other === null ? say('start') : <a href={links.state(keyOf(chart), other)}>{other}</a>}
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
  const say = useSay();
  const paths = chart.paths.map(({ id, steps }) => ({ id, at: steps.findIndex(passes) })).filter(({ at }) => at !== -1);
  if (chart.paths.length === 0) return null;
  return (
    <>
      <h3>{say('pathsThrough')}</h3>
      <p className="items">
        {paths.length === 0 && say('none')}
        {paths.map(({ id, at }) => (
          <a key={id} href={links.path(keyOf(chart), id, at)}>
            {id}
          </a>
        ))}
      </p>
    </>
  );
}
