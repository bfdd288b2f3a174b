import type { Plugin } from 'vite'

const facadePattern =
  /^(?:export\s*\{(?<names>[^}]*)\}\s*from|import)\s*["'`]\.\/(?<shared>[^"'`]+)["'`];?\s*$/

/**
 * For a dynamically imported module that lies in a shared chunk, rolldown writes an extra chunk
 * that only re-exports from the shared chunk or only imports it (rolldown issue 9729). On a slow
 * connection that costs another round trip. This plugin points each `import()` at the shared chunk
 * and drops the extra one.
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
        const { names = '', shared } = facadePattern.exec(facade.code)?.groups ?? {}
        if (!shared || facade.isEntry) continue
        const path = facade.fileName.replace(/[^/]+$/, shared)
        const ownName = facade.fileName.replace(/^.*\//, '')
        const call = new RegExp(`import\\((["'\`])\\./${escaped(ownName)}\\1\\)`, 'g')
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
