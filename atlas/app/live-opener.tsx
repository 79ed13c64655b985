import { useState } from 'react';
import { Command } from './command.tsx';

const ITEM = 'atlas.app';
const USUAL = 'http://localhost:8080/';

/** Opens the app in development next to the atlas; it reports its current state to the window that opened it. */
export function LiveOpener() {
  const [address, setAddress] = useState(stored);
  const open = (event: React.FormEvent): void => {
    event.preventDefault();
    keep(address);
    window.open(address, 'perch-live');
  };
  return (
    <details>
      <summary>Watch a running app</summary>
      <form onSubmit={open}>
        <p>
          Start the app with <Command>npm run dev</Command>. Opened from here it tells where it is, and the diagram
          shows it.
        </p>
        <label>
          Address of the app{' '}
          <input
            type="url"
            required
            pattern="http://(localhost|127\.0\.0\.1)(:\d+)?/.*"
            value={address}
            onChange={(event) => setAddress(event.target.value)}
          />
        </label>{' '}
        <button type="submit">Open the app</button>
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
