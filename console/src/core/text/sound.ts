/** The countdown before a forced start, to be heard. */
export const sound = {
  on: 'Turn the sound on here',
  off: 'Turn the sound off here',
} as const
