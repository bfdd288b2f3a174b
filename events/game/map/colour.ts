export const colours = ['blue', 'gold'] as const
export type Colour = (typeof colours)[number]

export function otherColour(colour: Colour): Colour {
  return colour === 'blue' ? 'gold' : 'blue'
}
