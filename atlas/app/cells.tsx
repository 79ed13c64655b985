import { links } from '#atlas/model/links.ts';
import { keyOf, type ChartModel, type Texts } from '#atlas/model/model.ts';
import type { DocumentedCell } from '#machines/graph/document.ts';
import { inLanguage, useLanguage, useSay } from './language.ts';

interface CellsProps {
  readonly chart: ChartModel;
  readonly cells: readonly DocumentedCell[];
  readonly label: string;
  /** The selected cell. */
  readonly chosen?: string | null;
  /** Where a press on a cell leads; by default to the state that the cell leads to. */
  readonly hrefOf?: (cell: DocumentedCell) => string;
}

const COLUMNS = ['in', 'happens', 'comesTo', 'sees', 'message', 'waysOut', 'says', 'proof'] as const;

/** Cells of a matrix as a table: what happens where, and where it leads. */
export function Cells({ chart, cells, label, chosen = null, hrefOf }: CellsProps) {
  const say = useSay();
  const culture = useLanguage();
  const key = keyOf(chart);
  const shown = (texts: Texts | null | undefined): string | null => (texts == null ? null : inLanguage(texts, culture));
  const seen = (state: string): string | null => shown(chart.states.find(({ path }) => path === state)?.titleText);
  const told = (code: string): string =>
    shown(chart.states.flatMap(({ messages }) => messages.filter((message) => message.code === code))[0]?.title) ??
    code;
  return (
    <div className="scrolls" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            {COLUMNS.map((name) => (
              <th key={name} scope="col">
                {say(`cells.${name}`)}
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
              <td lang="en">{cell.happens}</td>
              <td>
                <a href={hrefOf?.(cell) ?? links.state(key, cell.to.state)}>{cell.to.state}</a>
              </td>
              <td>
                {seen(cell.to.state) ?? (cell.to.output === null ? '' : say('cells.ends', { kind: cell.to.output }))}
              </td>
              <td>{cell.to.message === null ? '' : told(cell.to.message)}</td>
              <td lang="en">{cell.to.waysOut.join(', ')}</td>
              <td lang="en">{cell.says}</td>
              <td lang="en">{cell.proof}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
