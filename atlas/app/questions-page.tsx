import { links } from '#atlas/model/links.ts';
import { keyOf, type AtlasIndex, type ChartModel } from '#atlas/model/model.ts';
import {
  callsIn,
  reachedFrom,
  shortestWay,
  statesShowing,
  usersOf,
  waysInto,
  whenCalled,
  type Leg,
} from '#atlas/model/questions.ts';
import { Cells } from './cells.tsx';
import { useChart, useIndex } from './data.ts';
import { goTo } from './use-place.ts';
import { inLanguage, useLanguage, useSay } from './language.ts';
import { Quoted, Said, Told } from './said.tsx';

type Asked = Readonly<Record<string, string>>;

const questions = ['reach', 'call', 'message', 'way'] as const;

/** Questions that are answered from the graph; each answer has a URL. */
export function Questions({ asked }: { readonly asked: Asked }) {
  const say = useSay();
  const index = useIndex();
  const question = questions.find((each) => each === asked['ask']) ?? 'reach';
  const ask = (more: Asked): void => goTo(links.questions({ ...asked, ask: question, ...more }));
  return (
    <div className="page">
      <h1>{say('questions')}</h1>
      <nav aria-label={say('questions')} className="tabs">
        {questions.map((each) => (
          <a key={each} href={links.questions({ ask: each })} aria-current={each === question ? 'page' : undefined}>
            {say(`question.${each}`)}
          </a>
        ))}
      </nav>
      {question === 'reach' && <Reach index={index} asked={asked} ask={ask} />}
      {question === 'call' && <CallQuestion index={index} asked={asked} ask={ask} />}
      {question === 'message' && <MessageQuestion index={index} asked={asked} ask={ask} />}
      {question === 'way' && <Way index={index} asked={asked} ask={ask} />}
    </div>
  );
}

interface QuestionProps {
  readonly index: AtlasIndex;
  readonly asked: Asked;
  readonly ask: (more: Asked) => void;
}

interface PickProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly string[];
  readonly onPick: (value: string) => void;
}

function Pick({ label, value, options, onPick }: PickProps) {
  const say = useSay();
  return (
    <label>
      {label}{' '}
      <select value={value} onChange={(event) => onPick(event.target.value)}>
        <option value="">{say('pick')}</option>
        {options.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    </label>
  );
}

function chartsIn(index: AtlasIndex): readonly string[] {
  return index.charts.map(keyOf);
}

function statesIn(index: AtlasIndex, key: string): readonly string[] {
  return index.charts.find((chart) => keyOf(chart) === key)?.states.map(({ path }) => path) ?? [];
}

function Reach({ index, asked, ask }: QuestionProps) {
  const say = useSay();
  const { chart = '', state = '' } = asked;
  const isAnswered = statesIn(index, chart).includes(state);
  return (
    <>
      <div className="items">
        <Pick
          label={say('reach.chart')}
          value={chart}
          options={chartsIn(index)}
          onPick={(value) => ask({ chart: value, state: '' })}
        />
        <Pick
          label={say('reach.state')}
          value={state}
          options={statesIn(index, chart)}
          onPick={(value) => ask({ state: value })}
        />
      </div>
      {isAnswered && <ReachAnswer chartKey={chart} state={state} />}
    </>
  );
}

function ReachAnswer({ chartKey, state }: { readonly chartKey: string; readonly state: string }) {
  const say = useSay();
  const chart = useChart(chartKey);
  const way = shortestWay(chart, null, state);
  const far = reachedFrom(chart, state);
  return (
    <>
      <h2>{say('reach.directly')}</h2>
      <Legs chart={chart} legs={waysInto(chart, state)} />
      <h2>{say('reach.later')}</h2>
      <p className="items">
        {far.length === 0 && say('reach.nowhere.text')}
        {far.map((path) => (
          <a key={path} href={links.state(chartKey, path)}>
            {path}
          </a>
        ))}
      </p>
      <h2>{say('reach.shortest')}</h2>
      {way === null ? <p>{say('reach.none')}</p> : <Legs chart={chart} legs={way} />}
    </>
  );
}

function Legs({ chart, legs }: { readonly chart: ChartModel; readonly legs: readonly Leg[] }) {
  const say = useSay();
  const key = keyOf(chart);
  return (
    <ol>
      {legs.map(({ from, label, to }, index) => (
        <li key={index}>
          {from === null ? say('start') : <a href={links.state(key, from)}>{from}</a>} — <Quoted>{label}</Quoted> →{' '}
          <a href={links.state(key, to)}>{to}</a>
        </li>
      ))}
    </ol>
  );
}

function CallQuestion({ index, asked, ask }: QuestionProps) {
  const say = useSay();
  const { call = '' } = asked;
  const { making, through } = usersOf(index, call);
  return (
    <>
      <Pick
        label={say('question.pickCall')}
        value={call}
        options={callsIn(index)}
        onPick={(value) => ask({ call: value })}
      />
      {making.map((chart) => (
        <CallAnswer key={keyOf(chart)} chartKey={keyOf(chart)} call={call} />
      ))}
      {through.length > 0 && (
        <p className="items">
          <Said
            what="question.through"
            values={{
              flows: through.map((chart) => (
                <a key={keyOf(chart)} href={links.chart(keyOf(chart))}>
                  {keyOf(chart)}
                </a>
              )),
            }}
          />
        </p>
      )}
    </>
  );
}

function CallAnswer({ chartKey, call }: { readonly chartKey: string; readonly call: string }) {
  const say = useSay();
  const chart = useChart(chartKey);
  return (
    <section>
      <h2>
        <a href={links.chart(chartKey)}>{chartKey}</a>
      </h2>
      <Cells
        chart={chart}
        cells={whenCalled(chart, call)}
        label={say('call.table', { call, chart: chartKey })}
        hrefOf={(cell) => links.matrix(chartKey, 'fault', cell.id)}
      />
    </section>
  );
}

function MessageQuestion({ index, asked, ask }: QuestionProps) {
  const say = useSay();
  const culture = useLanguage();
  const { message = '' } = asked;
  return (
    <>
      <label>
        {say('question.pickMessage')}{' '}
        <select value={message} onChange={(event) => ask({ message: event.target.value })}>
          <option value="">{say('pick')}</option>
          {Object.entries(index.messages).map(([code, title]) => (
            <option key={code} value={code}>
              {`${inLanguage(title, culture)} (${code})`}
            </option>
          ))}
        </select>
      </label>
      <ul className="plain">
        {statesShowing(index, message).map(({ chart, state, title, says }) => (
          <li key={`${chart} ${state}`}>
            <a href={links.state(chart, state)}>{`${chart} · ${state}`}</a>{' '}
            <Told texts={title} otherwise={says} className="muted" />
          </li>
        ))}
      </ul>
    </>
  );
}

function Way({ index, asked, ask }: QuestionProps) {
  const say = useSay();
  const { chart = '', from = '', to = '' } = asked;
  const states = statesIn(index, chart);
  return (
    <>
      <div className="items">
        <Pick
          label={say('reach.chart')}
          value={chart}
          options={chartsIn(index)}
          onPick={(value) => ask({ chart: value, from: '', to: '' })}
        />
        <Pick label={say('way.from')} value={from} options={states} onPick={(value) => ask({ from: value })} />
        <Pick label={say('way.to')} value={to} options={states} onPick={(value) => ask({ to: value })} />
      </div>
      {states.includes(to) && states.includes(from) && <WayAnswer chartKey={chart} from={from} to={to} />}
    </>
  );
}

function WayAnswer({ chartKey, from, to }: { readonly chartKey: string; readonly from: string; readonly to: string }) {
  const chart = useChart(chartKey);
  const say = useSay();
  const way = shortestWay(chart, from, to);
  return way === null ? <p>{say('way.none')}</p> : <Legs chart={chart} legs={way} />;
}
