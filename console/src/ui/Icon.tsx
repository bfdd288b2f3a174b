// A few icons, defined here because an icon package would be larger than the screens that use it.
const paths = {
  sun: 'M12 8a4 4 0 100 8 4 4 0 000-8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2',
  moon: 'M20 14.5A8 8 0 119.5 4a6.5 6.5 0 0010.5 10.5z',
  online: 'M5 12.5a10 10 0 0114 0M8.5 16a5 5 0 017 0M12 20h.01M2 9a14 14 0 0120 0',
  offline:
    'M3 3l18 18M8.5 16a5 5 0 017 0M12 20h.01M5 12.5a10 10 0 014-2.4M2 9a14 14 0 014-2.7M11 6.1A14 14 0 0122 9',
  undo: 'M9 7L4 12l5 5M4 12h10a6 6 0 016 6',
  swap: 'M7 7h13l-4-4M17 17H4l4 4',
  flip: 'M12 3v18M8 7l-5 5 5 5zM16 7l5 5-5 5z',
  clock: 'M12 3a9 9 0 100 18 9 9 0 000-18zM12 7v5l3 2',
  warning: 'M12 3l10 18H2zM12 10v5M12 18h.01',
  dots: 'M12 5h.01M12 12h.01M12 19h.01',
  grip: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  reload: 'M20 11A8 8 0 106.3 17.7L4 20M4 14v6h6',
  hold: 'M9 5v14M15 5v14',
  search: 'M11 4a7 7 0 100 14 7 7 0 000-14zM16 16l5 5',
  list: 'M4 6h16M4 12h16M4 18h10',
  check: 'M4 12.5l5.5 5.5L20 7',
  cross: 'M6 6l12 12M18 6L6 18',
  up: 'M12 19V5M6 11l6-6 6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
} as const
type IconName = keyof typeof paths

export function Icon({ name, size = 22 }: { name: IconName; size?: number }) {
  const isDotted = name === 'dots' || name === 'grip'
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path
        d={paths[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth={isDotted ? 3 : 2}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
