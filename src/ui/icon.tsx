const shapes = {
  home: 'M3.5 11 12 4l8.5 7M6 9.5V19a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1V9.5M10 20v-5.5h4V20',
  wallet: 'M4 7.5A1.5 1.5 0 0 1 5.5 6H17v3M4 7.5V18a1.5 1.5 0 0 0 1.5 1.5h13A1.5 1.5 0 0 0 20 18v-7.5A1.5 1.5 0 0 0 18.5 9h-13A1.5 1.5 0 0 1 4 7.5zM16 14.2h.3',
  list: 'M8.5 6.5H20M8.5 12H20M8.5 17.5H20M4.300 6.5h.2M4.300 12h.2M4.300 17.5h.2',
  shield: 'M12 3.5 5 6v5.5c0 4.2 2.8 7.4 7 9 4.2-1.6 7-4.8 7-9V6zM9 11.8l2.2 2.2 3.8-4',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20c.8-3.7 3.8-5.5 7.5-5.5s6.7 1.8 7.5 5.5',
  branch: 'M12 8.5v4M6.5 15.5v-1.5a1.5 1.5 0 0 1 1.5-1.5h8a1.5 1.5 0 0 1 1.5 1.5v1.5M12 3.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM6.5 15.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM17.5 15.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  share: 'M12 15V4M8 8l4-4 4 4M5 12.5V19a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-6.5',
  menu: 'M4 7h16M4 12h16M4 17h10',
  exit: 'M14 4.5H6.5a1 1 0 0 0-1 1v13a1 1 0 0 0 1 1H14M10.5 12H20m-3.5-3.5L20 12l-3.5 3.5',
  globe: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM3.5 12h17M12 3.5c2.4 2.3 3.6 5.2 3.6 8.5s-1.2 6.2-3.6 8.5c-2.4-2.3-3.6-5.2-3.6-8.5S9.6 5.8 12 3.500z',
  theme: 'M12 3.500a8.5 8.5 0 1 0 0 17zM12 3.500a8.5 8.5 0 0 1 0 17M12 7.500h6.500M12 12h8.500M12 16.500h6.5',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.200a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.600z',
  eyeOff: 'M4 4l16 16M9.8 5.800A9 9 0 0 1 12 5.500c6 0 9.5 6.5 9.5 6.500a17 17 0 0 1-3 3.600M6.3 7.600A16 16 0 0 0 2.5 12S6 18.5 12 18.500a9 9 0 0 0 4-.9',
  next: 'M9.5 6l6 6-6 6',
  down: 'M12 4v11M8 11.5l4 4 4-4M5 19.5h14',
  up: 'M12 20V8M8 12l4-4 4 4M5 4.5h14',
  exchange: 'M4 8.5h15m-4-4 4 4-4 4M20 15.5H5m4 4-4-4 4-4',
  print: 'M7 9V4h10v5M7 17.5H4.5v-7a1.5 1.5 0 0 1 1.5-1.5h12a1.5 1.5 0 0 1 1.5 1.5v7H17M7 14.5h10V20H7z',
  calendar: 'M4.5 9.5h15M8 4v3M16 4v3M5.5 5.5h13a1 1 0 0 1 1 1V19a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1V6.500a1 1 0 0 1 1-1z',
  copy: 'M9 9V5a1 1 0 0 1 1-1h9a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-4M5 9h9a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1z',
  back: 'M19.5 12H5m6-6-6 6 6 6',
  close: 'M6 6l12 12M18 6 6 18',
  alert: 'M12 4 2.8 19.500h18.400zM12 10v4.500M12 17v.3',
  check: 'M4.5 12.5 10 18 19.5 7',
  info: 'M12 3.500a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 11v5.500M12 7.600v.3',
} as const;

export type IconName = keyof typeof shapes;

/** A line drawing beside a word; it says nothing by itself, so readers skip it. */
export function Icon({ name, className = 'size-5' }: { name: IconName; className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth={1.75} strokeLinecap="round" strokeLinejoin="round" aria-hidden="true" className={`shrink-0 ${className}`}>
      <path d={shapes[name]} />
    </svg>
  );
}
