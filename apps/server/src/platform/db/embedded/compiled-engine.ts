import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

let compiled: Promise<WebAssembly.Module> | undefined

/**
 * The embedded engine, compiled once for a process that opens many databases. Their threads share its machine code,
 * which the engine optimises while one of them runs.
 */
export const compiledEngine = (): Promise<WebAssembly.Module> => (compiled ??= compile())

async function compile(): Promise<WebAssembly.Module> {
  const main = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  return WebAssembly.compile(await readFile(join(dirname(main), 'pglite.wasm')))
}
