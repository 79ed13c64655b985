import { useState } from 'react';

/**
 * Whether some controls are open, and what opens or closes them. They open by themselves whenever something is set in
 * them, and stay open once it is cleared: the focus is in them.
 */
export function useOpened(isSet: boolean): readonly [isOpen: boolean, toggle: () => void] {
  const [isOpen, setOpen] = useState(isSet);
  const [wasSet, setWasSet] = useState(isSet);
  if (isSet !== wasSet) {
    setWasSet(isSet);
    if (isSet) setOpen(true);
  }
  return [isOpen, () => setOpen(!isOpen)];
}
