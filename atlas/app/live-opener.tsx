import { useState } from 'react';
import { Command } from './command.tsx';
import { useSay } from './language.ts';
import { Said } from './said.tsx';

const ITEM = 'atlas.app';
const USUAL = 'http://localhost:8080/';

/** Opens the app in development next to the atlas; it reports its current state to the window that opened it. */
export function LiveOpener() {
  const say = useSay();
  const [address, setAddress] = useState(stored);
  const open = (event: React.FormEvent): void => {
    event.preventDefault();
    keep(address);
    window.open(address, 'perch-live');
  };
  return (
    <details>
      <summary>{say('watch')}</summary>
      <form onSubmit={open}>
        <p>
          <Said what="watch.how" values={{ command: <Command>npm run dev</Command> }} />
        </p>
        <label>
          {say('watch.address')}{' '}
          <input
            type="url"
            required
            pattern="http://(localhost|127\.0\.0\.1)(:\d+)?/.*"
            value={address}
            onChange={(event) => setAddress(event.target.value)}
          />
        </label>{' '}
        <button type="submit">{say('watch.open')}</button>
      </form>
    </details>
  );
}

function stored(): string {
  try {
    return localStorage.getItem(ITEM) ?? USUAL;
  } catch {
    return USUAL;
  }
}

function keep(address: string): void {
  try {
    localStorage.setItem(ITEM, address);
  } catch {
    // Without storage, the default URL is shown next time.
  }
}
