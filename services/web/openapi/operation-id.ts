/**
 * A name for generated clients: `PUT /api/tournament/match/:id/start/` is `putMatchStart`, and the
 * `GET` of a list is `listMatch`. The first part of a path is left out if it says nothing more.
 */
export function operationIdOf(method: string, url: string, isList: boolean): string {
  const parts = partsOf(url)
  const [area, noun = ''] = parts
  const isImplied = parts.length > 1 && (area === noun || (area === 'tournament' && noun !== ':'))
  const words = parts.slice(isImplied ? 1 : 0).filter((part) => part !== ':')
  const verb = isList ? 'list' : method.toLowerCase()
  return (
    verb +
    words
      .flatMap((part) => part.split(/\W/))
      .map(capitalized)
      .join('')
  )
}

/** The noun that a path is about. */
export function tagOf(url: string): string {
  const [area = '', noun = ':'] = partsOf(url)
  return noun === ':' ? area : noun
}

/** The parts of a path below `/api/`, with `:` for each parameter. */
function partsOf(url: string): string[] {
  const parts = url.split('/').filter((part) => part !== '')
  const named = parts.map((part) => (part.startsWith(':') ? ':' : part))
  return named[0] === 'api' && named.length > 2 ? named.slice(1) : named
}

function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}
