import { links } from '#atlas/model/links.ts';
import { keyOf, type ChartModel } from '#atlas/model/model.ts';
import type { DocumentedCell } from '#machines/graph/document.ts';

interface CellsProps {
  readonly chart: ChartModel;
  readonly cells: readonly DocumentedCell[];
  readonly label: string;
  /** The selected cell. */
  readonly chosen?: string | null;
  /** Where a press on a cell leads; by default to the state that the cell leads to. */
  readonly hrefOf?: (cell: DocumentedCell) => string;
}

/** Cells of a matrix as a table: what happens where, and where it leads. */
export function Cells({ chart, cells, label, chosen = null, hrefOf }: CellsProps) {
  const key = keyOf(chart);
  const seen = (state: string): string => chart.states.find(({ path }) => path === state)?.titleText?.[0] ?? '';
  const told = (code: string): string =>
    chart.states.flatMap(({ messages }) => messages.filter((message) => message.code === code))[0]?.title?.[0] ?? code;
  return (
    <div className="scrolls" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            {['In', 'Happens', 'Comes to', 'Sees', 'Message', 'Can go on by', 'Says', 'Proven by'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cells.map((cell) => (
            <tr key={cell.id} className={cell.id === chosen ? 'chosen' : ''}>
              <td>
                <a href={links.state(key, cell.in)}>{cell.in}</a>
              </td>
              <td>{cell.happens}</td>
              <td>
                <a href={hrefOf?.(cell) ?? links.state(key, cell.to.state)}>{cell.to.state}</a>
              </td>
              <td>{seen(cell.to.state) || (cell.to.output === null ? '' : `the flow ends: ${cell.to.output}`)}</td>
              <td>{cell.to.message === null ? '' : told(cell.to.message)}</td>
              <td>{cell.to.waysOut.join(', ')}</td>
              <td>{cell.says}</td>
              <td>{cell.proof}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
