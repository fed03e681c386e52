// What the parts of `npm run new` share: the new entity, and how files are written and changed.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Resource } from '../packages/domain/src/resource/resource.ts'
import { root } from './setup.mjs'

export const languages = ['en', 'zh', 'es'] as const
export type Texts = Readonly<Record<(typeof languages)[number], string>>

export interface Entity {
  /** `tool-kits`, `tool_kits`, `toolKits`, `ToolKits`; of one: `tool_kit`. */
  readonly path: string
  readonly table: string
  readonly many: string
  readonly type: string
  readonly subject: string
  readonly like: Resource
  /** File of the declarations, and the folders of the module. */
  readonly file: string
  readonly module: string
  readonly names: Texts
}

const usage = 'npm run new -- entity NAME --like PATH --en NAME --zh NAME --es NAME'
export const stop = (why: string): never => {
  console.error(`${why}\n${usage}`)
  process.exit(1)
}

export const read = (path: string) => readFileSync(join(root, path), 'utf8')
export const write = (path: string, text: string) => {
  writeFileSync(join(root, path), text)
  console.log(path)
}
/** Changes a file at a place that must exist. */
export function edit(path: string, at: string | RegExp, change: (found: string) => string): void {
  const text = read(path)
  const found = typeof at === 'string' ? (text.includes(at) ? at : undefined) : at.exec(text)?.[0]
  if (found === undefined) return stop(`${path} has no ${String(at)}`)
  return write(
    path,
    text.replace(found, () => change(found)),
  )
}

export const namespaceOf = ({ like }: Entity) => like.words[0]
