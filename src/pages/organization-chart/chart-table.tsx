import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { MoreButton } from '#src/flow/more-button.tsx';
import { paths } from '#src/paths.ts';
import { Amount } from '#src/ui/amount.tsx';
import { Button } from '#src/ui/button.tsx';
import { isNothing } from '#src/ui/quiet-zero.ts';
import { memberAddress } from '../organization/addresses.ts';
import { idOf } from './focus-active.ts';
import type { ChartModel } from './model.ts';
import { itemsFrom, keyOf, type Item } from './order.ts';
import { hasFigures, isPlaceOfLink, isUnread, sideOf } from './tree.ts';

/** Rows to draw before a press shows more: a table of a hundred thousand rows would never finish rendering. */
const ROWS = 100;

export interface ChartTableProps {
  readonly model: ChartModel;
}

/** The seats and places of the chart as a table: each below its parent, left before right. */
export function ChartTable({ model }: ChartTableProps) {
  const { t } = useTranslation('organization-chart');
  const [rows, setRows] = useState(ROWS);
  const { root } = model.tree;
  // One more than is drawn shows whether there are more.
  const items = itemsFrom(root === null ? null : { kind: 'seat', node: root }, rows + 1);
  const shown = items.slice(0, rows);
  return (
    <section aria-label={t('table.title')} className="flex min-w-0 flex-col gap-4">
      <div className="panel relative overflow-x-auto" tabIndex={0} role="group" aria-label={t('table.scroll')}>
        <table className="w-full text-sm">
          <caption className="sr-only">{t('table.caption')}</caption>
          <thead className="text-left text-muted">
            <tr className="border-b border-base-300">
              {(['level', 'side', 'member', 'below'] as const).map((column) => (
                <th key={column} scope="col" className="px-3 py-3 font-medium whitespace-nowrap">
                  {t(`table.${column}`)}
                </th>
              ))}
              {(['leftMembers', 'rightMembers', 'leftVolume', 'rightVolume'] as const).map((column) => (
                <th key={column} scope="col" className="px-3 py-3 text-right font-medium whitespace-nowrap">
                  {t(`panel.${column}`)}
                </th>
              ))}
              <th scope="col" className="px-3 py-3">
                <span className="sr-only">{t('table.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-base-300">
            {shown.map((item) =>
              item.kind === 'seat' ? (
                <SeatRow key={keyOf(item)} model={model} item={item} />
              ) : (
                <PlaceRow key={keyOf(item)} model={model} item={item} />
              ),
            )}
          </tbody>
        </table>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <MoreButton
          pages={{ more: items.length > rows, problem: null, state: 'ready', readOn: () => setRows(rows + ROWS) }}
          label={t('table.more')}
        />
        <p role="status" className="text-sm text-muted">
          {t('table.count', { count: shown.length })}
        </p>
      </div>
    </section>
  );
}

function SeatRow({ model, item }: { readonly model: ChartModel; readonly item: Extract<Item, { kind: 'seat' }> }) {
  const { t } = useTranslation(['organization-chart', 'money']);
  const { node } = item;
  const { seat, open } = node;
  const side = sideOf(node);
  return (
    <tr>
      <td className="px-3 py-2">{seat.level}</td>
      <td className="px-3 py-2 whitespace-nowrap">{side === null ? t('item.me') : t(`side.${side}`)}</td>
      <th scope="row" className="px-3 py-2 min-w-40 text-left">
        <Link
          id={idOf(item)}
          to={side === null ? paths.organization : memberAddress(seat.username)}
          className="text-link inline-flex min-h-11 items-center"
        >
          {seat.name}
        </Link>
        <span className="block font-normal whitespace-nowrap text-muted">{seat.username}</span>
      </th>
      <td className="px-3 py-2 whitespace-nowrap">{node.parent === null ? '—' : node.parent.seat.username}</td>
      {hasFigures(seat) ? (
        <>
          {([seat.leftMembers, seat.rightMembers] as const).map((members, side) => (
            <td key={side} className="px-3 py-2 text-right">
              <span data-zero={isNothing(members)}>{members}</span>
            </td>
          ))}
          <td className="px-3 py-2 text-right whitespace-nowrap">
            <Amount value={seat.leftVolumeUsd} unit="USD" />
          </td>
          <td className="px-3 py-2 text-right whitespace-nowrap">
            <Amount value={seat.rightVolumeUsd} unit="USD" />
          </td>
        </>
      ) : (
        <td colSpan={4} className="px-3 py-2 text-muted">
          {t('table.notRead')}
        </td>
      )}
      <td className="px-3 py-2 text-right whitespace-nowrap">
        <Button
          kind="quiet"
          aria-expanded={open}
          aria-label={t(open ? 'table.closeItem' : 'table.openItem', { member: seat.username })}
          onClick={() => model.setOpen(node, !open || (isUnread(node) && !hasFigures(seat)))}
        >
          {open ? t('panel.close') : t('panel.open')}
        </Button>
      </td>
    </tr>
  );
}

function PlaceRow({ model, item }: { readonly model: ChartModel; readonly item: Exclude<Item, { kind: 'seat' }> }) {
  const { t } = useTranslation('organization-chart');
  const { node, side, kind } = item;
  const under = node.seat.username;
  const row = useRef<HTMLTableRowElement>(null);
  const isChosen = model.chosen !== null && keyOf(model.chosen) === keyOf(item);
  // Its details would lie over it on a phone.
  useEffect(() => {
    if (isChosen && row.current !== null && 'scrollIntoView' in row.current)
      row.current.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    <tr ref={row} className="text-muted">
      <td className="px-3 py-2">{node.seat.level + 1}</td>
      <td className="px-3 py-2 whitespace-nowrap">{t(`side.${side}`)}</td>
      <th scope="row" className="px-3 py-2 text-left font-normal">
        {kind === 'unread' ? t('table.notRead') : t(isPlaceOfLink(node, side) ? 'table.freeOfLink' : 'table.free')}
      </th>
      <td className="px-3 py-2 whitespace-nowrap">{under}</td>
      <td colSpan={4} />
      <td className="px-3 py-2 text-right whitespace-nowrap">
        {kind === 'unread' ? (
          <Button
            id={idOf(item)}
            kind="quiet"
            busy={model.reader.isReading(node)}
            aria-label={t('table.readItem', { member: under })}
            onClick={() => model.ask(node)}
          >
            {t('table.read')}
          </Button>
        ) : (
          <Button
            id={idOf(item)}
            kind="quiet"
            aria-label={t(`table.linkItem.${side}`, { member: under })}
            onClick={() => model.choose(item)}
          >
            {t('table.link')}
          </Button>
        )}
      </td>
    </tr>
  );
}
