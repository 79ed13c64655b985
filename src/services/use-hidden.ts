import { useState } from 'react';
import { useServices } from './services.ts';

/** Whether the member hides amounts on this device, and what changes it. */
export function useHidden(): readonly [boolean, () => void] {
  const { storage } = useServices();
  const [isHidden, setHidden] = useState(() => storage.get('amountsHidden') ?? false);
  const toggle = () => {
    storage.set('amountsHidden', !isHidden);
    setHidden(!isHidden);
  };
  return [isHidden, toggle];
}
