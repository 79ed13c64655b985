import { links } from '#atlas/model/links.ts';
import { keyOf, type ChartModel, type MatrixName } from '#atlas/model/model.ts';
import type { DocumentedCell } from '#machines/graph/document.ts';
import { Cells } from './cells.tsx';
import { Screen } from './screen.tsx';
import { Words } from './state-panel.tsx';

const matrices: Readonly<Record<MatrixName, string>> = {
  fault: 'Each answer of each call, and none',
  reload: 'The page loaded again',
  back: 'The browser’s Back',
  doublePress: 'A control pressed twice',
};

interface MatrixPageProps {
  readonly chart: ChartModel;
  readonly matrix: string;
  readonly cellId: string | null;
}

/** A matrix as a table; a press on a cell opens the screen that the member would see. */
export function MatrixPage({ chart, matrix, cellId }: MatrixPageProps) {
  const key = keyOf(chart);
  const name = (Object.keys(matrices) as MatrixName[]).find((each) => each === matrix) ?? 'fault';
  const cells = chart.matrices[name];
  const cell = cells.find(({ id }) => id === cellId) ?? null;
  return (
    <div className="page">
      <nav aria-label="Matrices" className="tabs">
        {(Object.entries(matrices) as [MatrixName, string][]).map(([each, title]) => (
          <a key={each} href={links.matrix(key, each)} aria-current={each === name ? 'page' : undefined}>
            {title}
          </a>
        ))}
      </nav>
      {cell !== null && <Seen chart={chart} cell={cell} />}
      <Cells
        chart={chart}
        cells={cells}
        label={matrices[name]}
        chosen={cellId}
        hrefOf={(each) => links.matrix(key, name, each.id)}
      />
    </div>
  );
}

/** What the member sees after a cell. */
function Seen({ chart, cell }: { readonly chart: ChartModel; readonly cell: DocumentedCell }) {
  const state = chart.states.find(({ path }) => path === cell.to.state);
  const message = state?.messages.find(({ code }) => code === cell.to.message);
  return (
    <section aria-label="What the member sees" className="seen">
      <h2>
        {cell.in}: {cell.happens}
      </h2>
      <p>
        The member comes to <a href={links.state(keyOf(chart), cell.to.state)}>{cell.to.state}</a>.
      </p>
      {state === undefined ? <p>The flow is over there.</p> : <Screen chart={chart} state={state.path} />}
      <Words texts={state?.titleText ?? null} />
      <Words texts={message?.title ?? null} />
      <Words texts={message?.hint ?? null} />
      <p>{cell.to.waysOut.length === 0 ? '' : `Goes on by ${cell.to.waysOut.join(', ')}.`}</p>
    </section>
  );
}
