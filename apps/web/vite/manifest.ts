interface Chunk {
  readonly file: string
  readonly name?: string
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
  readonly css?: readonly string[]
}
/** Vite's manifest: source to built file. */
export type Manifest = Readonly<Record<string, Chunk>>

const neededBy = ({ imports = [], dynamicImports = [] }: Chunk, lazy: boolean): readonly string[] =>
  lazy ? [...imports, ...dynamicImports] : imports

/** Files of parts (by source or group name) and of all their imports; `lazy`: also what they load on request. */
export function filesOf(
  manifest: Manifest,
  parts: readonly string[],
  visited = new Set<string>(),
  lazy = false,
): Set<string> {
  for (const part of parts) {
    const grouped = Object.entries(manifest).find(([key, { name }]) => key.startsWith('_') && name === part)
    const chunk = manifest[part] ?? grouped?.[1]
    if (chunk === undefined) throw new Error(`${part} is not a part of its own in the build`)
    if (visited.has(chunk.file)) continue
    visited.add(chunk.file)
    for (const sheet of chunk.css ?? []) visited.add(sheet)
    filesOf(manifest, neededBy(chunk, lazy), visited, lazy)
  }
  return visited
}
