import { Fragment, useEffect, useMemo, useRef, useState } from 'react';
import type { Drawing } from '#atlas/diagram/drawing.ts';
import { actionsInWords } from '#atlas/model/actions.ts';
import { links } from '#atlas/model/links.ts';
import { merged } from '#atlas/model/merged.ts';
import { keyOf, type ChartModel, type Culture } from '#atlas/model/model.ts';
import { alike, NoChartFile, versionInFile } from '#atlas/model/version-file.ts';
import {
  compare,
  isSame,
  noVersion,
  type ChartChange,
  type FlowDifference,
  type FlowVersion,
} from '#machines/graph/compare.ts';
import { useCanvas, ZoomButtons } from './canvas.tsx';
import { useVersions } from './data.ts';
import { Diagram } from './diagram.tsx';
import { layOutHere } from './layout-here.ts';
import { goTo } from './use-place.ts';
import { dayIn, type WordKey } from '#atlas/words/words.ts';
import { useLanguage, useSay } from './language.ts';
import { Failure, reasonOf } from './said.tsx';

interface ComparePageProps {
  readonly chart: ChartModel;
  readonly served: boolean;
  readonly from: string;
  readonly to: string;
}

/** A version that can be chosen. */
interface Choice {
  /** Its name in URLs. */
  readonly name: string;
  readonly title: string;
  readonly version: FlowVersion;
}

const NOW = 'now';
const NOTHING = 'nothing';

/** Two versions of a chart in one diagram, with everything that has changed. */
export function ComparePage({ chart, served, from, to }: ComparePageProps) {
  const say = useSay();
  const culture = useLanguage();
  const key = keyOf(chart);
  const { now, kept } = useVersions(key);
  const [added, setAdded] = useState<readonly Choice[]>([]);
  const choices: readonly Choice[] = [
    { name: NOW, title: say('compare.now'), version: now },
    ...kept.map(({ rev, at, subject, version }) => ({
      name: rev,
      title: [rev.slice(0, 7), dayIn(culture, at), subject].filter((part) => part !== '').join(' '),
      version,
    })),
    ...added,
    { name: NOTHING, title: say('compare.nothing'), version: noVersion },
  ];
  // By default, the changes of the last commit that touched it and those that are not committed yet.
  const earlier = choices.find(({ name }) => name === (from === '' ? (kept[1]?.rev ?? NOTHING) : from));
  const later = choices.find(({ name }) => name === (to === '' ? NOW : to));
  const choose = (before: string, after: string): void => goTo(links.compare(key, before, after));
  const add = (choice: Choice): void => {
    setAdded([...added.filter(({ name }) => name !== choice.name), choice]);
    choose(choice.name, later?.name ?? NOW);
  };
  return (
    <div className="page">
      <div className="items">
        <Choose
          label={say('compare.before')}
          choices={choices}
          chosen={earlier}
          onChoose={(name) => choose(name, later?.name ?? NOW)}
        />
        <Choose
          label={say('compare.after')}
          choices={choices}
          chosen={later}
          onChoose={(name) => choose(earlier?.name ?? NOTHING, name)}
        />
        <FileChoice onAdd={add} />
        {served && <RevisionChoice chartKey={key} onAdd={add} />}
      </div>
      {earlier === undefined || later === undefined ? (
        <p role="alert">{say('compare.missing')}</p>
      ) : (
        <Difference
          key={`${earlier.name} ${later.name}`}
          chart={chart}
          before={earlier.version}
          after={later.version}
        />
      )}
    </div>
  );
}

interface ChooseProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly chosen: Choice | undefined;
  readonly onChoose: (name: string) => void;
}

function Choose({ label, choices, chosen, onChoose }: ChooseProps) {
  const say = useSay();
  return (
    <label>
      {label}{' '}
      <select value={chosen?.name ?? ''} onChange={(event) => onChoose(event.target.value)}>
        {chosen === undefined && <option value="">{say('compare.unknown')}</option>}
        {choices.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}

function FileChoice({ onAdd }: { readonly onAdd: (choice: Choice) => void }) {
  const say = useSay();
  const [said, setSaid] = useState<WordKey | null>(null);
  const read = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    try {
      const { name, version } = versionInFile(await file.text());
      setSaid(null);
      onAdd({ name: `file-${file.name}`, title: say('compare.from', { name, file: file.name }), version });
    } catch (error) {
      if (!(error instanceof NoChartFile)) throw error;
      setSaid(error.key);
    }
  };
  return (
    <>
      <label>
        {say('compare.file')}{' '}
        <input type="file" accept=".json" onChange={(event) => void read(event.target.files?.[0])} />
      </label>
      <span role="status">{said !== null && say(said)}</span>
    </>
  );
}

/** Any revision that git knows; only if the atlas is served by its command. */
function RevisionChoice({ chartKey, onAdd }: { readonly chartKey: string; readonly onAdd: (choice: Choice) => void }) {
  const say = useSay();
  const [rev, setRev] = useState('');
  const [said, setSaid] = useState('');
  const fetchIt = async (event: React.FormEvent): Promise<void> => {
    event.preventDefault();
    const answer = await fetch(`./version?${new URLSearchParams({ chart: chartKey, rev }).toString()}`).catch(
      () => null,
    );
    setSaid(answer === null ? say('served.not') : answer.ok ? '' : await answer.text());
    if (answer?.ok === true) onAdd({ name: rev, title: rev, version: (await answer.json()) as FlowVersion });
  };
  return (
    <form onSubmit={(event) => void fetchIt(event)}>
      <label>
        {say('compare.revision')}{' '}
        <input required value={rev} onChange={(event) => setRev(event.target.value)} placeholder="HEAD~5" />
      </label>{' '}
      <button type="submit">{say('compare.take')}</button> <span role="status">{said}</span>
    </form>
  );
}

function Difference({
  chart,
  before,
  after,
}: {
  readonly chart: ChartModel;
  readonly before: FlowVersion;
  readonly after: FlowVersion;
}) {
  const say = useSay();
  const [one, other] = useMemo(() => alike(before, after), [before, after]);
  const difference = useMemo(() => compare(one, other), [one, other]);
  if (isSame(difference)) return <p>{say('compare.same')}</p>;
  const { states, transitions, texts, rules, walkAgain } = difference;
  return (
    <>
      <ComparedDiagram chart={chart} before={one} after={other} difference={difference} />
      <Changes title={say('states')} changes={states} />
      <Changes title={say('transitions')} changes={transitions} />
      <Changes title={say('texts')} changes={texts} />
      <Changes title={say('rules')} changes={rules} />
      <section>
        <h2>{say('compare.walkAgain')}</h2>
        <p className="items">
          {walkAgain.length === 0 && say('none')}
          {walkAgain.map((id) => (
            <a key={id} href={links.path(keyOf(chart), id, 0)}>
              {id}
            </a>
          ))}
        </p>
      </section>
    </>
  );
}

function ComparedDiagram({
  chart,
  before,
  after,
  difference,
}: {
  readonly chart: ChartModel;
  readonly before: FlowVersion;
  readonly after: FlowVersion;
  readonly difference: FlowDifference;
}) {
  const say = useSay();
  const both = useMemo(() => merged(before, after, difference), [before, after, difference]);
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => {
    let isWanted = true;
    layOutHere(both).then(
      (made) => {
        if (isWanted) setDrawing(made);
      },
      (error: unknown) => {
        if (isWanted) setFailed(reasonOf(error));
      },
    );
    return () => {
      isWanted = false;
    };
  }, [both]);
  if (failed !== null)
    return (
      <p>
        <Failure what="broken" why={failed} />
      </p>
    );
  if (drawing === null) return <p role="status">{say('drawing')}</p>;
  return <ComparedCanvas chartKey={keyOf(chart)} drawing={drawing} classes={both.classes} />;
}

function ComparedCanvas({
  chartKey,
  drawing,
  classes,
}: {
  readonly chartKey: string;
  readonly drawing: Drawing;
  readonly classes: ReadonlyMap<string, string>;
}) {
  const say = useSay();
  const canvas = useRef<HTMLDivElement>(null);
  const view = useCanvas(canvas, drawing, 'whole');
  const targets = {
    state: (path: string) => links.state(chartKey, path),
    transition: (id: string) => links.transition(chartKey, id),
  };
  return (
    <section aria-label={say('compare.diagram')}>
      <div className="tools">
        <ZoomButtons view={view} />
        <p>
          {(['added', 'removed', 'changed'] as const).map((kind, place) => (
            <Fragment key={kind}>
              {place > 0 && ' '}
              <Tag kind={kind} />
            </Fragment>
          ))}
        </p>
      </div>
      <div
        ref={canvas}
        className="canvas compared"
        tabIndex={0}
        role="region"
        aria-label={say('compare.canvas', { chart: chartKey })}
        onKeyDown={view.onKeyDown}
        onPointerDown={view.onPointerDown}
      >
        <Diagram
          drawing={drawing}
          title={say('compare.both', { chart: chartKey })}
          marks={{ focus: null, live: null, classes }}
          targets={targets}
          zoom={view.zoom}
        />
      </div>
    </section>
  );
}

const signs = { added: '+', removed: '−', changed: '~' } as const;

function Tag({ kind }: { readonly kind: ChartChange['kind'] }) {
  const say = useSay();
  return (
    <span className={`tag ${kind}`}>
      {signs[kind]} {say(`compare.${kind}`)}
    </span>
  );
}

function Changes({ title, changes }: { readonly title: string; readonly changes: readonly ChartChange[] }) {
  const say = useSay();
  const culture = useLanguage();
  if (changes.length === 0) return null;
  return (
    <section>
      <h2>{say('compare.heading', { title, count: changes.length })}</h2>
      <ul className="plain">
        {changes.map(({ kind, id, facts }) => (
          <li key={`${kind} ${id}`}>
            <Tag kind={kind} /> <b>{id}</b>
            {facts
              .filter(({ what }) => kind === 'changed' || what === 'text')
              .map(({ what, before, after }) => (
                <dl key={what} className="fact" lang="en">
                  <dt>{what}</dt>
                  <dd>
                    {before !== '' && <del>{factInWords(what, before, culture)}</del>}{' '}
                    {after !== '' && <ins>{factInWords(what, after, culture)}</ins>}
                  </dd>
                </dl>
              ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Facts that list actions by their names. */
const OF_ACTIONS = ['entry', 'exit', 'actions'];

function factInWords(what: string, fact: string, culture: Culture): string {
  return OF_ACTIONS.includes(what) ? actionsInWords(fact.split(', '), culture) : fact;
}
