import { Fragment, useEffect, useMemo, useRef, useState } from 'react';
import type { Drawing } from '#atlas/diagram/drawing.ts';
import { actionsInWords } from '#atlas/model/actions.ts';
import { links } from '#atlas/model/links.ts';
import { merged } from '#atlas/model/merged.ts';
import { keyOf, type ChartModel, type Culture } from '#atlas/model/model.ts';
import { alike } from '#atlas/model/version-file.ts';
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
import { goInstead, goTo } from './use-place.ts';
import { dayIn } from '#atlas/words/words.ts';
import { useLanguage, useSay } from './language.ts';
import { Failure, reasonOf } from './said.tsx';
import { FileChoice, isOfFile, Revision, RevisionChoice, type Choice } from './version-choices.tsx';

interface ComparePageProps {
  readonly chart: ChartModel;
  readonly served: boolean;
  readonly from: string;
  readonly to: string;
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
    ...added.filter(({ name }) => !kept.some(({ rev }) => rev === name)),
    { name: NOTHING, title: say('compare.nothing'), version: noVersion },
  ];
  // By default, the changes of the last commit that touched it and those that are not committed yet.
  const earlier = choices.find(({ name }) => name === (from === '' ? (kept[1]?.rev ?? NOTHING) : from));
  const later = choices.find(({ name }) => name === (to === '' ? NOW : to));
  const choose = (before: string, after: string): void => goTo(links.compare(key, before, after));
  /** Two that the address names may come at the same time. */
  const keep = (choice: Choice): void =>
    setAdded((before) => [...before.filter(({ name }) => name !== choice.name), choice]);
  const add = (choice: Choice): void => {
    keep(choice);
    choose(choice.name, to === '' ? NOW : to);
  };
  /** A link names the commit: a branch, or HEAD, is another one tomorrow. */
  const arrives = (asked: string, choice: Choice): void => {
    keep(choice);
    const named = (name: string): string => (name === asked ? choice.name : name);
    if (choice.name !== asked) goInstead(links.compare(key, named(from), named(to)));
  };
  const isThere = (name: string): boolean => name === '' || choices.some((choice) => choice.name === name);
  const lacking = [...new Set([from, to])].filter((name) => !isThere(name));
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
      {served &&
        lacking
          .filter((name) => !isOfFile(name))
          .map((name) => <Revision key={name} chartKey={key} rev={name} onArrival={arrives} />)}
      {lacking.some((name) => !served || isOfFile(name)) && <p role="alert">{say('compare.missing')}</p>}
      {earlier !== undefined && later !== undefined && (
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
