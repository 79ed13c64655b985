import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { PartUnloaded } from './error-boundary.tsx';

/** A page that is fetched when it is needed, or before. */
export interface LazyPage<TProps extends object = object> {
  Page: ComponentType<TProps>;
  /** Fetches the code ahead of the visit. Never rejects: the visit itself shows the failure and offers another try. */
  preload: () => Promise<void>;
}

/**
 * Like `React.lazy`, with two differences: a page that is already here renders at once, without a turn through the
 * fallback, which the prerendered HTML and its hydration need; and it can be fetched ahead. A failed fetch stays failed
 * for the page that waits for it (asking again while it renders would never end), until whoever shows the failure asks
 * `again`; one that failed ahead is forgotten.
 */
export function lazyPage<TProps extends object = object>(load: () => Promise<ComponentType<TProps>>): LazyPage<TProps> {
  let loaded: ComponentType<TProps> | undefined;
  let loading: Promise<ComponentType<TProps>> | undefined;
  const again = (): Promise<ComponentType<TProps>> => {
    loading = undefined;
    return fetchOnce();
  };
  const fetchOnce = (): Promise<ComponentType<TProps>> => {
    loading ??= load().then(
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
      // Settled at the first render: another component in the same place would start over and lose its state.
      const [Content] = useState<ComponentType<TProps>>(() => loaded ?? (Fetched as ComponentType<TProps>));
      return <Content {...props} />;
    },
    preload: () =>
      fetchOnce().then(
        () => undefined,
        () => {
          loading = undefined;
        },
      ),
  };
}

/** A page's place, with what is shown while it is fetched. */
export function PageSlot({ waiting, children }: { waiting: ReactNode; children: ReactNode }) {
  return <Suspense fallback={waiting}>{children}</Suspense>;
}
