import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActorRefFrom } from 'xstate';
import { confirmationMachine } from '#machines/confirmation/confirmation.machine.ts';
import type { OpenDraft } from '#machines/confirmation/open-draft.ts';
import type texts from '#locales/en-US/confirmation.json';
import type { DraftProps, Screen } from '#src/flow/screen-props.ts';
import { lazyPage, PageSlot } from '#src/ui/lazy-page.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Waiting } from '#src/ui/waiting.tsx';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    confirmation: typeof texts;
  }
}

/** The screens of the step, which are fetched while the member reads the review. */
const screens = lazyPage(() => import('./confirmation-screens.tsx').then((module) => module.Confirmation));

/** The machine inside a flow that has a draft confirmed; Back out of it leads to the review. */
export function confirmedAfter(review: string) {
  return { id: 'confirmation', machine: confirmationMachine, leadsBackTo: review } as const;
}

/** A flow that holds a draft, as its screens see it. */
interface Holding<TDraft> {
  readonly snapshot: { readonly context: { readonly open: OpenDraft<TDraft> | null } };
}

interface Confirming<TDraft> extends Pick<DraftProps<TDraft>, 'until'> {
  readonly title: string;
  readonly snapshot: Holding<TDraft>['snapshot'] & {
    readonly children: { readonly confirmation?: ActorRefFrom<typeof confirmationMachine> | undefined };
  };
}

/**
 * The screen of a flow whose draft is confirmed with the second factor: below what it is about in short (`Summary`),
 * and above how long that holds and what else is known of it (`Rest`).
 */
export function confirming<TDraft>(
  Summary: Screen<DraftProps<TDraft>>,
  Rest: Screen<DraftProps<TDraft>>,
): Screen<Confirming<TDraft>> {
  return function Confirming({ title, snapshot, until }: Confirming<TDraft>) {
    const { confirmation } = snapshot.children;
    const { open } = snapshot.context;
    if (confirmation === undefined || open === null) return null;
    const summary = <Summary draft={open.draft} until={until} />;
    const rest = <Rest draft={open.draft} until={until} />;
    return (
      <PageSlot waiting={<Fetching title={title} />}>
        <screens.Page actor={confirmation} own={{ title, summary, rest }} />
      </PageSlot>
    );
  };
}

/** The same as while the draft is read, so that a step has its title from the first moment. */
function Fetching({ title }: { readonly title: string }) {
  const { t } = useTranslation('confirmation');
  return (
    <>
      <PageHeading title={t('noCode')} tab={title} />
      <Waiting what={t('reading')} />
    </>
  );
}

/** A screen of the draft that a flow holds. */
export function withDraft<TProps extends { readonly draft: unknown }>(
  Shown: Screen<TProps>,
): Screen<Omit<TProps, 'draft'> & Holding<TProps['draft']>> {
  return function WithDraft(props: Omit<TProps, 'draft'> & Holding<TProps['draft']>) {
    const { open } = props.snapshot.context;
    useEffect(() => void screens.preload(), []);
    return open !== null && <Shown {...({ ...props, draft: open.draft } as unknown as TProps)} />;
  };
}
