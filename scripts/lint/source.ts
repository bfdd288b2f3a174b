// Parses a source file with Vite's parser: its imports, and its impure expressions.
import { posix } from 'node:path'
import { Visitor, parseSync } from 'vite'
import type { Import } from './rooms.ts'

export type Source = { file: string; text: string }

export function importsOf(file: string, text: string): Import[] {
  const { module } = parseSync(file, text)
  const statics = module.staticImports.map(({ start, moduleRequest }) => ({
    from: moduleRequest.value,
    typeOnly: /^import\s+type\b/.test(text.slice(start)),
  }))
  const reExports = module.staticExports.flatMap(({ start, entries }) => {
    const from = entries[0]?.moduleRequest?.value
    return from ? [{ from, typeOnly: /^export\s+type\b/.test(text.slice(start)) }] : []
  })
  const dynamic = module.dynamicImports.map(({ moduleRequest }) => ({
    from: text.slice(moduleRequest.start + 1, moduleRequest.end - 1),
    typeOnly: false,
  }))
  return [...statics, ...reExports, ...dynamic]
}

/** The project's file that an import in `file` names, from the root; undefined for a package. */
export function importedFile(file: string, from: string): string | undefined {
  if (from.startsWith('#')) return from.slice(1)
  return from.startsWith('.') ? posix.join(posix.dirname(file), from) : undefined
}

const impureCalls = ['Math.random', 'Date.now', 'performance.now', 'crypto.randomUUID']

/** The expressions that read the clock or generate a random number. */
export function impuritiesOf(file: string, text: string): string[] {
  const found: string[] = []
  const visitor = new Visitor({
    NewExpression(node) {
      // A Date with arguments is a calculation; without arguments it reads the clock.
      const callee = text.slice(node.callee.start, node.callee.end)
      if (callee === 'Date' && node.arguments.length === 0) found.push('new Date()')
    },
    CallExpression(node) {
      if (text.slice(node.callee.start, node.callee.end) === 'Date') found.push('Date()')
    },
    MemberExpression(node) {
      const words = text.slice(node.start, node.end)
      if (impureCalls.some((each) => words === each || words === `globalThis.${each}`))
        found.push(words)
    },
  })
  visitor.visit(parseSync(file, text).program)
  return found
}
