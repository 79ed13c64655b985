import { Component, useCallback, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/ui/button.tsx';
import { PartUnloaded } from '#src/ui/error-boundary.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { useOnline } from '#src/ui/use-online.ts';
import { useComeback } from '#src/reads/use-comeback.ts';

interface PartBoundaryProps {
  /** The address of the page: another one begins without the failure. */
  readonly at: string;
  readonly children: ReactNode;
}

interface Failure {
  readonly error: unknown;
  readonly at: string | null;
}

/**
 * Inside the frame of members: a page whose code or texts are not on the device yet and can't be fetched is missing in
 * its own place only, and comes by itself once it can. A mistake of the app goes on to the boundary around everything.
 */
export class PartBoundary extends Component<PartBoundaryProps, { readonly failure: Failure | null }> {
  override state: { readonly failure: Failure | null } = { failure: null };

  static getDerivedStateFromError(error: unknown): { failure: Failure } {
    return { failure: { error, at: null } };
  }

  /** A failure belongs to the address at which it happened. */
  static getDerivedStateFromProps(
    { at }: PartBoundaryProps,
    { failure }: { readonly failure: Failure | null },
  ): { failure: Failure | null } | null {
    if (failure === null) return null;
    if (failure.at === null) return { failure: { ...failure, at } };
    return failure.at === at ? null : { failure: null };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === null) return this.props.children;
    if (!(failure.error instanceof PartUnloaded)) throw failure.error;
    return <NotHere key={failure.at} part={failure.error} onHere={() => this.setState({ failure: null })} />;
  }
}

/**
 * Says why the page is not there, and fetches it again: at a press, and by itself when the network or the club is back.
 */
function NotHere({ part, onHere }: { readonly part: PartUnloaded; readonly onHere: () => void }) {
  const { t } = useTranslation();
  const online = useOnline();
  const [isFetching, setFetching] = useState(false);
  const [hasFailedOnline, setFailedOnline] = useState(false);
  const fetchAgain = useCallback(() => {
    setFetching(true);
    // What has no way of its own, or can't be had by it though there is a network, is fetched with the whole page.
    (part.again?.() ?? Promise.reject(part)).then(onHere, () => {
      setFetching(false);
      setFailedOnline(navigator.onLine);
    });
  }, [part, onHere]);
  useComeback(true, fetchAgain);
  return (
    <>
      <PageHeading title={t('part.title')} />
      <Notice>{online ? t('crash.unloaded') : t('part.offline')}</Notice>
      <div>
        <Button kind="secondary" busy={isFetching} onClick={hasFailedOnline ? () => location.reload() : fetchAgain}>
          {t('action.retry')}
        </Button>
      </div>
    </>
  );
}
