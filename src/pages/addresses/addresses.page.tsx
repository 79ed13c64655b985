import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type texts from '#locales/en-US/addresses.json';
import type { components } from '#openapi/api.gen.d.ts';
import { Refusable } from '#src/flow/refusable.tsx';
import { useServices } from '#src/services/services.ts';
import { Empty } from '#src/ui/member-empty.tsx';
import { Address } from '#src/ui/address.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { useToast } from '#src/ui/toast.tsx';
import { dataOf } from '#src/reads/answers.ts';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { useAct } from '#src/reads/use-act.ts';
import { useAllowList } from '#src/reads/use-allow-list.ts';
import { useRead } from '#src/reads/use-read.ts';
import { SavedOnly } from './saved-only.tsx';
import { AddPanel } from './add-panel.tsx';
import { AddressLine } from './address-line.tsx';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    addresses: typeof texts;
  }
}

type SavedAddress = components['schemas']['SavedAddress'];

const NETWORKS = ['bitcoin', 'ethereum'] as const;
const LINES = 4;

/** /Addresses: the member's withdrawal addresses, by network (D-28). */
export function AddressesPage() {
  const { t } = useTranslation(['addresses', 'money', 'common']);
  const { api } = useServices();
  const toast = useToast();
  const content = useRef<HTMLDivElement>(null);
  const [leaving, setLeaving] = useState<SavedAddress | null>(null);
  const read = useCallback((signal: AbortSignal) => dataOf(api.GET('/addresses', { signal })), [api]);
  const { result: book, retry, refresh } = useRead('addresses', read);
  const { result: limit } = useAllowList();
  // Shown together, so that nothing moves. The book is of use without the limit, which is left out if it can't be read.
  const [isShown, setShown] = useState(false);
  const result = book.state === 'ready' && limit.state === 'loading' && !isShown ? limit : book;
  // Once the book is there it stays, with what is typed in it, even while the limit is read from the beginning.
  if (result.state === 'ready' && !isShown) setShown(true);
  const onChanged = () => {
    setLeaving(null);
    toast('success', t('common:toast.operated'));
    // The pressed button may be gone with its address.
    content.current?.focus();
    refresh();
  };
  const removal = useAct(
    (id: string, key) =>
      dataOf(api.POST('/addresses/{id}/remove', { params: { path: { id }, header: { 'Idempotency-Key': key } } })),
    onChanged,
  );
  const items = result.state === 'ready' ? result.value.items : [];
  return (
    <>
      <PageHeading title={t('title')} note={t('text')} />
      <div ref={content} tabIndex={-1} className="flex flex-col gap-5">
        {result.state === 'loading' && <Skeleton what={t('loading')} lines={LINES} />}
        {result.state === 'failed' && <ReadFailed problem={result.problem} onRetry={retry} />}
        {result.state === 'ready' && limit.state === 'ready' && <SavedOnly limit={limit.value} />}
        {result.state === 'ready' && items.length === 0 && <Empty>{t('none')}</Empty>}
        {NETWORKS.map((network) => ({ network, of: items.filter((item) => item.network === network) }))
          .filter(({ of }) => of.length > 0)
          .map(({ network, of }) => (
            <Panel key={network} title={t(`money:network.${network}`)}>
              <ul className="flex flex-col divide-y divide-base-300">
                {of.map((saved) => (
                  <AddressLine key={saved.id} saved={saved} onChanged={onChanged} onRemove={() => setLeaving(saved)} />
                ))}
              </ul>
            </Panel>
          ))}
      </div>
      <AddPanel onAdded={onChanged} />
      {leaving !== null && (
        <ConfirmDialog
          title={t('confirm.title')}
          keep={t('confirm.keep')}
          act={t('confirm.act')}
          acting={t('removing')}
          destructive
          busy={removal.busy !== null}
          onConfirm={() => removal.run(leaving.id)}
          onClose={() => {
            setLeaving(null);
            removal.forgetProblem();
          }}
        >
          <p className="font-semibold">{leaving.label}</p>
          <Address address={leaving.address} item={leaving.label} opened />
          <p>{t('confirm.text')}</p>
          <Refusable problem={removal.problem} />
        </ConfirmDialog>
      )}
    </>
  );
}
