import { memo, type ComponentType } from 'react';

/** The height of a row of two lines, for blocks that have never been drawn. */
const ROW_REM = 4.5;
/** How many rows are drawn or skipped together. */
const ROWS_IN_BLOCK = 50;

export interface RowBlocksProps<T> {
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  /** A row of about two lines, the same component from render to render. */
  readonly Row: ComponentType<{ readonly item: T }>;
}

/**
 * All rows stay in the page, where the browser's search and a screen reader find them. Blocks after the first are not
 * drawn while out of view (`rows-block`), and unchanged blocks are not rendered again, so ten thousand rows are as
 * smooth as ten.
 */
export const RowBlocks = memo(AllBlocks) as typeof AllBlocks;

function AllBlocks<T>({ items, keyOf, Row }: RowBlocksProps<T>) {
  const starts = Array.from({ length: Math.ceil(items.length / ROWS_IN_BLOCK) }, (_, block) => block * ROWS_IN_BLOCK);
  return (
    <div role="list" className="panel divide-y divide-base-300 overflow-hidden">
      {starts.map((start) => (
        <Block
          key={start}
          items={items}
          start={start}
          end={Math.min(start + ROWS_IN_BLOCK, items.length)}
          keyOf={keyOf}
          Row={Row}
        />
      ))}
    </div>
  );
}

interface BlockProps<T> extends RowBlocksProps<T> {
  readonly start: number;
  readonly end: number;
}

function AnyBlock<T>({ items, start, end, keyOf, Row }: BlockProps<T>) {
  return (
    <div
      role="presentation"
      className={`divide-y divide-base-300 ${start > 0 ? 'rows-block' : ''}`}
      style={start > 0 ? { containIntrinsicBlockSize: `auto ${(end - start) * ROW_REM}rem` } : undefined}
    >
      {items.slice(start, end).map((item) => (
        <Row key={keyOf(item)} item={item} />
      ))}
    </div>
  );
}

/**
 * Whether two lists have the same rows in a block. A list that was read again may have the same number of rows, but
 * others.
 */
function isSameBlock<T>(before: BlockProps<T>, after: BlockProps<T>): boolean {
  if (before.start !== after.start || before.end !== after.end) return false;
  return after.items.slice(after.start, after.end).every((item, place) => item === before.items[before.start + place]);
}

const Block = memo(AnyBlock, isSameBlock) as typeof AnyBlock;
