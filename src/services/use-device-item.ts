import { useCallback, useEffect, useState } from 'react';
import { useServices } from './services.ts';
import type { ItemName, StoredItems } from './storage.ts';

/** An item that this browser keeps, as this tab or another one has set it last, and what sets it. */
export function useDeviceItem<K extends ItemName>(
  name: K,
): readonly [value: StoredItems[K] | null, set: (value: StoredItems[K]) => void] {
  const { storage } = useServices();
  const [value, setValue] = useState(() => storage.get(name));
  useEffect(() => {
    // Another tab has set it.
    const adopt = () => setValue(storage.get(name));
    window.addEventListener('storage', adopt);
    return () => window.removeEventListener('storage', adopt);
  }, [storage, name]);
  const set = useCallback(
    (next: StoredItems[K]) => {
      storage.set(name, next);
      setValue(next);
    },
    [storage, name],
  );
  return [value, set];
}
