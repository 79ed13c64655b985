import { Drawing, shapes as firstShapes } from './icon.tsx';

const shapes = {
  ...firstShapes,
  home: 'M3.5 11 12 4l8.5 7M6 9.5V19a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1V9.5M10 20v-5.5h4V20',
  wallet: 'M4 7.5A1.5 1.5 0 0 1 5.5 6H17v3M4 7.5V18a1.5 1.5 0 0 0 1.5 1.5h13A1.5 1.5 0 0 0 20 18v-7.5A1.5 1.5 0 0 0 18.5 9h-13A1.5 1.5 0 0 1 4 7.5zM16 14.2h.3',
  list: 'M8.5 6.5H20M8.5 12H20M8.5 17.5H20M4.300 6.5h.2M4.300 12h.2M4.300 17.5h.2',
  stack: 'M12 4.500c4.100 0 7.500 1.200 7.500 2.800S16.100 10 12 10 4.500 8.800 4.500 7.300 7.900 4.500 12 4.500zM4.500 7.300V12c0 1.500 3.400 2.700 7.500 2.700s7.500-1.200 7.500-2.700V7.300M4.500 12v4.700c0 1.500 3.400 2.800 7.500 2.800s7.500-1.300 7.500-2.800V12',
  shield: 'M12 3.5 5 6v5.5c0 4.2 2.8 7.4 7 9 4.2-1.6 7-4.8 7-9V6zM9 11.8l2.2 2.2 3.8-4',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20c.8-3.7 3.8-5.5 7.5-5.5s6.7 1.8 7.5 5.5',
  branch: 'M12 8.5v4M6.5 15.5v-1.5a1.5 1.5 0 0 1 1.5-1.5h8a1.5 1.5 0 0 1 1.5 1.5v1.5M12 3.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM6.5 15.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM17.5 15.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  people: 'M9 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM3 19c.5-3 3-4.5 6-4.500s5.500 1.500 6 4.500M16 5a3 3 0 0 1 0 6M18 15c2 .5 3 2 3.500 4',
  bars: 'M4 20h16M6.500 20v-6M12 20V5M17.500 20v-9.500',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.500h4',
  question: 'M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17zM9.500 9.700a2.500 2.500 0 1 1 3.600 2.200c-.8.400-1.100.900-1.100 1.700M12 16.600v.3',
  letter: 'M4.500 6h15a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1zM4 7l8 6 8-6',
  share: 'M12 15V4M8 8l4-4 4 4M5 12.5V19a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-6.5',
  menu: 'M4 7h16M4 12h16M4 17h10',
  exit: 'M14 4.5H6.5a1 1 0 0 0-1 1v13a1 1 0 0 0 1 1H14M10.5 12H20m-3.5-3.5L20 12l-3.5 3.5',
  down: 'M12 4v11M8 11.5l4 4 4-4M5 19.5h14',
  up: 'M12 20V8M8 12l4-4 4 4M5 4.5h14',
  exchange: 'M4 8.5h15m-4-4 4 4-4 4M20 15.5H5m4 4-4-4 4-4',
  print: 'M7 9V4h10v5M7 17.5H4.5v-7a1.5 1.5 0 0 1 1.5-1.5h12a1.5 1.5 0 0 1 1.5 1.5v7H17M7 14.5h10V20H7z',
} as const;

export type MemberIconName = keyof typeof shapes;

/** Any icon: for pages that come after the first, most of them members'. */
export function MemberIcon({ name, className }: { readonly name: MemberIconName; readonly className?: string }) {
  return <Drawing path={shapes[name]} className={className} />;
}
