import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { PartUnloaded } from './error-boundary.tsx';

/** A page that is loaded when it is needed, or ahead of that. */
export interface LazyPage<TProps extends object = object> {
  Page: ComponentType<TProps>;
  /**
   * Loads the code before the visit. Never rejects, but is null: the visit itself shows the failure and offers a retry.
   */
  preload: () => Promise<unknown>;
}

/**
 * Like `React.lazy`, with two differences: a page that is already loaded renders at once, without showing the fallback,
 * which the prerendered HTML and its hydration need; and it can be loaded ahead. After a failed load, the page that
 * waits for it keeps failing (loading again during rendering would never end) until the code that shows the failure
 * calls `again`. A load that failed ahead is forgotten. No page comes before a style that was lost (src/shell/boot.ts).
 */
export function lazyPage<TProps extends object = object>(load: () => Promise<ComponentType<TProps>>): LazyPage<TProps> {
  let loaded: ComponentType<TProps> | undefined;
  let loading: Promise<ComponentType<TProps>> | undefined;
  const again = (): Promise<ComponentType<TProps>> => {
    loading = undefined;
    return fetchOnce();
  };
  const fetchOnce = (): Promise<ComponentType<TProps>> => {
    loading ??= Promise.resolve(globalThis.window?.perchStyles?.())
      .then(load)
      .then(
        (component) => (loaded = component),
        (cause: unknown) => {
          throw new PartUnloaded('A page could not be fetched', { cause, again });
        },
      );
    return loading;
  };
  const Fetched = lazy(async () => ({ default: await fetchOnce() }));
  return {
    Page: function Page(props) {
      // Fixed at the first render: another component in the same place would start over and lose its state.
      const [Content] = useState<ComponentType<TProps>>(() => loaded ?? (Fetched as ComponentType<TProps>));
      return <Content {...props} />;
    },
    preload: () =>
      fetchOnce().catch(() => {
        loading = undefined;
        return null;
      }),
  };
}

/** The place of a page or of a part of one, with what is shown while it is loading; until then it is busy. */
export function PageSlot({ waiting, children }: { waiting: ReactNode; children: ReactNode }) {
  const busy = (
    <div aria-busy="true" data-loading className="contents">
      {waiting}
    </div>
  );
  return <Suspense fallback={busy}>{children}</Suspense>;
}
