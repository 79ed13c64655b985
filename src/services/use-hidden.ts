import { createContext, useCallback, useContext, useMemo } from 'react';
import { useDeviceItem } from './use-device-item.ts';

/** Whether the member hides amounts on this device, and what changes it. */
export type Hiding = readonly [isHidden: boolean, toggle: () => void];

/** Held once, by the members' frame, so that every part of a page changes with one press. */
export const HidingContext = createContext<Hiding>([false, () => undefined]);

/** Whether the member hides amounts on this device, for what stands in the members' frame. */
export function useHidden(): Hiding {
  return useContext(HidingContext);
}

/** What this device has stored, for the members' frame. */
export function useHidingOfDevice(): Hiding {
  const [stored, set] = useDeviceItem('amountsHidden');
  const isHidden = stored ?? false;
  const toggle = useCallback(() => set(!isHidden), [set, isHidden]);
  return useMemo(() => [isHidden, toggle], [isHidden, toggle]);
}
