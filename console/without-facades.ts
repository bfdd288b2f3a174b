import type { Plugin } from 'vite'

const onlyPassesOn =
  /^(?:export\s*\{(?<names>[^}]*)\}\s*from|import)\s*["'`]\.\/(?<shared>[^"'`]+)["'`];?\s*$/

/**
 * A part that lies in a chunk with others gets a chunk of its own besides, which only exports it from
 * there or only runs it (rolldown issue 9729): on a slow line a journey more. Here an `import()` goes to the shared
 * chunk itself, and the other is left out.
 */
export const withoutFacades: Plugin = {
  name: 'without-facades',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const manifest = bundle['.vite/manifest.json']
      for (const facade of chunks) {
        const { names = '', shared } = onlyPassesOn.exec(facade.code)?.groups ?? {}
        if (!shared || facade.isEntry) continue
        const path = facade.fileName.replace(/[^/]+$/, shared)
        const own = facade.fileName.replace(/^.*\//, '')
        const call = new RegExp(`import\\((["'\`])\\./${escaped(own)}\\1\\)`, 'g')
        for (const chunk of chunks) {
          chunk.code = chunk.code
            .replace(call, `import("./${shared}").then(m=>({${fieldsOf(names)}}))`)
            .replaceAll(facade.fileName, path)
        }
        if (manifest?.type === 'asset')
          manifest.source = String(manifest.source).replaceAll(facade.fileName, path)
        delete bundle[facade.fileName]
      }
    },
  },
}

/** `a as b, c` as the fields of an object made from the shared chunk `m`. */
function fieldsOf(names: string): string {
  return names
    .split(',')
    .filter((name) => name !== '')
    .map((name) => {
      const [from = '', to = from] = name.trim().split(/\s+as\s+/)
      return `${to}:m.${from}`
    })
    .join()
}

const escaped = (text: string): string => text.replace(/[.$-]/g, '\\$&')
