import { Component, useCallback, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#src/ui/button.tsx';
import { PartUnloaded } from '#src/ui/error-boundary.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { PerchScene } from '#src/ui/perch-scene.tsx';
import { useOnline } from '#src/ui/use-online.ts';
import { useRetryOnReturn } from '#src/reads/use-retry-on-return.ts';

interface PartBoundaryProps {
  /** The path of the page: another path starts without the failure. */
  readonly at: string;
  /** For a part within a page, whose heading stays: takes the focus once the part is there. */
  readonly takeFocus?: () => void;
  readonly children: ReactNode;
}

interface Failure {
  readonly error: unknown;
  readonly at: string | null;
}

/**
 * Within the members' frame: if the code or texts of a page, or of a part of one, can't be loaded, only that is
 * missing, and it appears automatically once it can be loaded. A bug in the app is passed on to the boundary around
 * everything.
 */
export class PartBoundary extends Component<PartBoundaryProps, { readonly failure: Failure | null }> {
  override state: { readonly failure: Failure | null } = { failure: null };
  /** The path at which it was loaded again; texts that can't be loaded are only found missing afterwards. */
  private again: string | null = null;

  static getDerivedStateFromError(error: unknown): { failure: Failure } {
    return { failure: { error, at: null } };
  }

  /** A failure belongs to the path at which it happened. */
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
    return (
      <NotHere
        key={failure.at}
        part={failure.error}
        wasTried={this.again === failure.at}
        isInner={this.props.takeFocus !== undefined}
        onHere={() => {
          this.again = failure.at;
          this.setState({ failure: null }, this.props.takeFocus);
        }}
      />
    );
  }
}

/**
 * Says why the page or the part is missing, and loads it again: at a press, and automatically when the network or the
 * club is back.
 */
function NotHere({
  part,
  wasTried,
  isInner,
  onHere,
}: {
  readonly part: PartUnloaded;
  /** Whether it was loaded again in vain. */
  readonly wasTried: boolean;
  readonly isInner: boolean;
  readonly onHere: () => void;
}) {
  const { t } = useTranslation();
  const online = useOnline();
  const [isFetching, setFetching] = useState(false);
  const [hasFailedOnline, setFailedOnline] = useState(() => wasTried && navigator.onLine);
  const fetchAgain = useCallback(
    (isPress: boolean) => {
      setFetching(true);
      // If a part has no way to load again, or fails to although there is a network, a press reloads the whole page:
      // its files may be gone with the release that the browser has. Around an inner part something may be typed, so
      // that waits for another press.
      (part.again?.() ?? Promise.reject(part)).then(onHere, () => {
        if (isPress && !isInner && navigator.onLine) return location.reload();
        setFetching(false);
        setFailedOnline(navigator.onLine);
      });
    },
    [part, isInner, onHere],
  );
  useRetryOnReturn(true, () => fetchAgain(false));
  return (
    <>
      {!isInner && (
        <>
          <PageHeading title={t('part.title')} />
          <PerchScene mood="away" />
        </>
      )}
      <div className="flex flex-col gap-3">
        <Notice>{online || isInner ? t('crash.unloaded') : t('part.offline')}</Notice>
        <div>
          <Button
            kind="secondary"
            busy={isFetching}
            onClick={() => (hasFailedOnline ? location.reload() : fetchAgain(true))}
          >
            {t('action.retry')}
          </Button>
        </div>
      </div>
    </>
  );
}
