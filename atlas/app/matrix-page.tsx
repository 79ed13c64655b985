import { links } from '#atlas/model/links.ts';
import { keyOf, type ChartModel, type MatrixName } from '#atlas/model/model.ts';
import type { DocumentedCell } from '#machines/graph/document.ts';
import { Cells } from './cells.tsx';
import { Screen } from './screen.tsx';
import { Words } from './state-panel.tsx';
import { useSay } from './language.ts';
import { Quoted, Said } from './said.tsx';

const matrices = ['fault', 'reload', 'back', 'doublePress'] as const satisfies readonly MatrixName[];

interface MatrixPageProps {
  readonly chart: ChartModel;
  readonly matrix: string;
  readonly cellId: string | null;
}

/** A matrix as a table; a press on a cell opens the screen that the member would see. */
export function MatrixPage({ chart, matrix, cellId }: MatrixPageProps) {
  const say = useSay();
  const key = keyOf(chart);
  const name = matrices.find((each) => each === matrix) ?? 'fault';
  const cells = chart.matrices[name];
  const cell = cells.find(({ id }) => id === cellId) ?? null;
  return (
    <div className="page">
      <nav aria-label={say('view.matrices')} className="tabs">
        {matrices.map((each) => (
          <a key={each} href={links.matrix(key, each)} aria-current={each === name ? 'page' : undefined}>
            {say(`matrix.${each}`)}
          </a>
        ))}
      </nav>
      {cell !== null && <Seen chart={chart} cell={cell} />}
      <Cells
        chart={chart}
        cells={cells}
        label={say(`matrix.${name}`)}
        chosen={cellId}
        hrefOf={(each) => links.matrix(key, name, each.id)}
      />
    </div>
  );
}

/** What the member sees after a cell. */
function Seen({ chart, cell }: { readonly chart: ChartModel; readonly cell: DocumentedCell }) {
  const say = useSay();
  const state = chart.states.find(({ path }) => path === cell.to.state);
  const message = state?.messages.find(({ code }) => code === cell.to.message);
  return (
    <section aria-label={say('seen.title')} className="seen">
      <h2>
        {cell.in}: <Quoted>{cell.happens}</Quoted>
      </h2>
      <p>
        <Said
          what="matrix.comesTo"
          values={{ state: <a href={links.state(keyOf(chart), cell.to.state)}>{cell.to.state}</a> }}
        />
      </p>
      {state === undefined ? <p>{say('matrix.over')}</p> : <Screen chart={chart} state={state.path} />}
      <Words texts={state?.titleText ?? null} />
      <Words texts={message?.title ?? null} />
      <Words texts={message?.hint ?? null} />
      <p>
        {cell.to.waysOut.length > 0 && (
          <Said what="matrix.goesOn" values={{ ways: <Quoted>{cell.to.waysOut.join(', ')}</Quoted> }} />
        )}
      </p>
    </section>
  );
}
