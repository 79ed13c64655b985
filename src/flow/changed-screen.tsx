import type { ReactNode } from 'react';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';

interface ChangedScreenProps {
  readonly title: string;
  /** The name of the flow in the browser's tab. */
  readonly tab: string;
  readonly kind: 'success' | 'warning' | 'info';
  /** Where the member most likely goes next. */
  readonly next: { readonly to: string; readonly label: string };
  readonly again: string;
  readonly onAgain: () => void;
  readonly children: ReactNode;
}

/** The flow of a setting is over: what is so now, and where to go next. */
export function ChangedScreen({ title, tab, kind, next, again, onAgain, children }: ChangedScreenProps) {
  return (
    <>
      <PageHeading title={title} tab={tab} />
      <Notice kind={kind}>{children}</Notice>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={next.to}>{next.label}</ButtonLink>
        <Button kind="quiet" onClick={onAgain}>
          {again}
        </Button>
      </div>
    </>
  );
}
