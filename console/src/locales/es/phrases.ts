import type { Phrase } from '../language.ts'

/** Names that the server gives to rounds and to places whose team is not known. */
export const names: Phrase[] = [
  [/^(M\d+) of (.+)$/, '$1 de $2'],
  [/^Winner of (.+)$/, 'Ganador de $1'],
  [/^Loser of (.+)$/, 'Perdedor de $1'],
  [/^(\d+)(?:st|nd|rd|th) of a stage that is gone$/, '$1.º de una fase que ya no está'],
  [/^(\d+)(?:st|nd|rd|th) of (.+) \(now: (.+)\)$/, '$1.º de $2 (ahora: $3)'],
  [/^(\d+)(?:st|nd|rd|th) of (.+)$/, '$1.º de $2'],
  [/^Nobody$/, 'Nadie'],
  [/^Round (\d+)$/, 'Ronda $1'],
  [/^Championship Round (\d+) of (\d+)$/, 'Ganadores, ronda $1 de $2'],
  [/^Elimination Round (\d+) of (\d+)$/, 'Perdedores, ronda $1 de $2'],
  [/^Finals$/, 'Final'],
  [/^Semifinals$/, 'Semifinales'],
  [/^Quarterfinals$/, 'Cuartos de final'],
  [/^Octofinals$/, 'Octavos de final'],
  [/^Third-Place Match$/, 'Partido por el tercer puesto'],
  [/^Grand Finals$/, 'Gran final'],
  [/^Grand Finals \(First Match\)$/, 'Gran final (primer partido)'],
  [/^Grand Finals \(Second Match\)$/, 'Gran final (segundo partido)'],
]
