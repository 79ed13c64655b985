import { Drawing, shapes as firstShapes } from './icon.tsx';

const shapes = {
  calendar: 'M4.5 9.5h15M8 4v3M16 4v3M5.5 5.5h13a1 1 0 0 1 1 1V19a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1V6.500a1 1 0 0 1 1-1z',
  copy: 'M9 9V5a1 1 0 0 1 1-1h9a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-4M5 9h9a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1z',
  paste: 'M9 5.5H6.5a1 1 0 0 0-1 1V19a1 1 0 0 0 1 1h11a1 1 0 0 0 1-1V6.5a1 1 0 0 0-1-1H15M9 4h6v3.5H9zM9 12h6M9 15.5h4',
  scan: 'M4.5 8.5v-3a1 1 0 0 1 1-1h3M15.5 4.5h3a1 1 0 0 1 1 1v3M19.5 15.5v3a1 1 0 0 1-1 1h-3M8.5 19.5h-3a1 1 0 0 1-1-1v-3M8.5 8.5h3v3h-3zM14.5 14.5h1M14.5 9.5h1M9.5 14.5h1',
  ...firstShapes,
  next: 'M9.5 6l6 6-6 6',
  back: 'M19.5 12H5m6-6-6 6 6 6',
  close: 'M6 6l12 12M18 6 6 18',
  home: 'M3.5 11 12 4l8.5 7M6 9.5V19a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1V9.5M10 20v-5.5h4V20',
  wallet:
    'M4 7.5A1.5 1.5 0 0 1 5.5 6H17v3M4 7.5V18a1.5 1.5 0 0 0 1.5 1.5h13A1.5 1.5 0 0 0 20 18v-7.5A1.5 1.5 0 0 0 18.5 9h-13A1.5 1.5 0 0 1 4 7.5zM16 14.2h.3',
  list: 'M8.5 6.5H20M8.5 12H20M8.5 17.5H20M4.3 6.5h.2M4.3 12h.2M4.3 17.5h.2',
  stack:
    'M12 4.5c4.1 0 7.5 1.2 7.5 2.8S16.1 10 12 10 4.5 8.8 4.5 7.3 7.9 4.5 12 4.5zM4.5 7.3V12c0 1.5 3.4 2.7 7.5 2.7s7.5-1.2 7.5-2.7V7.3M4.5 12v4.7c0 1.5 3.4 2.8 7.5 2.8s7.5-1.3 7.5-2.8V12',
  currency:
    'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7v10M14.8 9.2h-4a1.4 1.4 0 0 0 0 2.8h2.4a1.4 1.4 0 0 1 0 2.8h-4',
  shield: 'M12 3.5 5 6v5.5c0 4.2 2.8 7.4 7 9 4.2-1.6 7-4.8 7-9V6zM9 11.8l2.2 2.2 3.8-4',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20c.8-3.7 3.8-5.5 7.5-5.5s6.7 1.8 7.5 5.5',
  branch:
    'M12 8.5v4M6.5 15.5v-1.5a1.5 1.5 0 0 1 1.5-1.5h8a1.5 1.5 0 0 1 1.5 1.5v1.5M12 3.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM6.5 15.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM17.5 15.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  people:
    'M9 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM3 19c.5-3 3-4.5 6-4.5s5.5 1.5 6 4.5M16 5a3 3 0 0 1 0 6M18 15c2 .5 3 2 3.5 4',
  bars: 'M4 20h16M6.5 20v-6M12 20V5M17.5 20v-9.5',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4',
  megaphone: 'M4 9.5v5h3.5l8 4.5v-14l-8 4.5zM7.5 14.5 9 20h2.5l-1-3.8M18.8 9.5a4 4 0 0 1 0 5',
  question:
    'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM9.5 9.7a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.7M12 16.6v.3',
  letter: 'M4.5 6h15a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1zM4 7l8 6 8-6',
  share: 'M12 15V4M8 8l4-4 4 4M5 12.5V19a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-6.5',
  menu: 'M4 7h16M4 12h16M4 17h10',
  exit: 'M14 4.5H6.5a1 1 0 0 0-1 1v13a1 1 0 0 0 1 1H14M10.5 12H20m-3.5-3.5L20 12l-3.5 3.5',
  down: 'M12 4v11M8 11.5l4 4 4-4M5 19.5h14',
  up: 'M12 20V8M8 12l4-4 4 4M5 4.5h14',
  exchange: 'M4 8.5h15m-4-4 4 4-4 4M20 15.5H5m4 4-4-4 4-4',
  send: 'M20.5 3.5 10.5 13.5M20.5 3.5 14.5 20.5l-4-7-7-4z',
  tag: 'M4 4.5a.5.5 0 0 1 .5-.5h7L20 12.5 12.5 20 4 11.5zM8.3 8.3h.3',
  receive: 'M5 19 19 5M5 19h8.5M5 19v-8.5',
  again: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4.5V9H15',
  unlock:
    'M6.5 11h11a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1zM8.5 11V7.5a3.5 3.5 0 0 1 6.8-1.2M12 14.5v2',
  sprout:
    'M12 20v-8.5M12 11.5c0-4 2.7-6.5 7.5-6.5 0 4.3-2.7 6.5-7.5 6.5zM12 14.5c0-3.2-2.3-5.2-7-5.2 0 3.5 2.5 5.2 7 5.2z',
  more: 'M8 10l4-4 4 4M8 14l4 4 4-4',
  move: 'M8 4v15m-4-4 4 4 4-4M16 20V5m-4 4 4-4 4 4',
  star: 'M12 4l2.5 5.1 5.6.8-4.1 3.9 1 5.6-5-2.6-5 2.6 1-5.6-4.1-3.9 5.6-.8z',
  document: 'M14 3.5H7a1 1 0 0 0-1 1v15a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1v-12zM14 3.5v4h4M9 12h6M9 15.5h6',
  print: 'M7 9V4h10v5M7 17.5H4.5v-7a1.5 1.5 0 0 1 1.5-1.5h12a1.5 1.5 0 0 1 1.5 1.5v7H17M7 14.5h10V20H7z',
} as const;

/** A magnifying glass, which few pages draw: here, since a file of its own would be loaded with all forms. */
export const SEARCH_ICON = 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.3 15.3 20 20';

export type MemberIconName = keyof typeof shapes;

/** Any icon, for pages after the first, most of which are members'. */
export function MemberIcon({ name, className }: { readonly name: MemberIconName; readonly className?: string }) {
  return <Drawing path={shapes[name]} className={className} />;
}
