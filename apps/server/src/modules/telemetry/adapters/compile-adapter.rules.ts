import type { AdapterMapping } from '@cloud-factory/contract/telemetry/adapters'
import { type Adapter, type DevicePart, type Path, pathOf, namesIn, topicPattern } from './adapter.rules.ts'

/** Error code of a field, translated by the browser. */
interface MappingFault {
  readonly field: keyof AdapterMapping
  readonly reason: string
}

export type Compiled =
  | { readonly ok: true; readonly adapter: Adapter }
  | { readonly ok: false; readonly faults: readonly MappingFault[] }

/** Compiles an adapter from its input, or returns the invalid fields. */
export function compileAdapter(mapping: AdapterMapping): Compiled {
  const faults: MappingFault[] = []
  const wrong = (field: keyof AdapterMapping, reason: string): null => {
    faults.push({ field, reason })
    return null
  }
  const path = (field: PathField, roots: string): Path | null => {
    const text = mapping[field]
    if (text === '' && optional.has(field)) return null
    const read = pathOf(text)
    if (typeof read === 'string') return wrong(field, `path.${read}`)
    return roots.includes(read.root) ? read : wrong(field, 'path.root')
  }
  const one = (field: PathField, roots: string): Path | null => {
    const read = path(field, roots)
    return read?.root === '@' && read.stars > 0 ? wrong(field, 'path.star') : read
  }

  const pattern = topicPattern(mapping.pattern)
  const isPattern = typeof pattern !== 'string'
  if (!isPattern) wrong('pattern', `topic.${pattern}`)
  const device = deviceParts(mapping.device, isPattern ? namesIn(pattern) : null)
  if (typeof device === 'string') wrong('device', device)
  const records = path('recordsPath', '$')
  const values = path('valuesPath', '@')
  const name = one('namePath', '@$')
  const value = one('valuePath', '@')
  const rest = {
    time: one('timePath', '@$'),
    valueTime: one('valueTimePath', '@'),
    errors: path('errorsPath', '@'),
  }
  const isWhole = records !== null && values !== null && name !== null && value !== null
  if (faults.length > 0 || !isPattern || typeof device === 'string' || !isWhole) return { ok: false, faults }
  const { zoneMinutes, late, otherNames } = mapping
  const signals = new Map(
    mapping.signals.map(({ name: sent, words, ...translation }) => [
      sent,
      { ...translation, words: new Map(words.map(({ word, number }) => [word, number])) },
    ]),
  )
  const paths = { records, values, name, value, ...rest }
  return { ok: true, adapter: { pattern, device, ...paths, zoneMinutes, late, otherNames, signals } }
}

const optional: ReadonlySet<string> = new Set<PathField>(['timePath', 'valueTimePath', 'errorsPath'])

type PathField = {
  [K in keyof AdapterMapping]: K extends `${string}Path` ? K : never
}[keyof AdapterMapping]

/** `names`: the names that the pattern captures; null = the pattern itself is invalid. Returns a code if the text cannot be parsed. */
function deviceParts(text: string, names: readonly string[] | null): DevicePart[] | string {
  const parts: DevicePart[] = []
  for (const piece of text.split(/(\{[^{}]*\})/)) {
    const part = devicePart(piece, names)
    if (typeof part === 'string') return part
    if (part !== null) parts.push(part)
  }
  return parts
}

function devicePart(piece: string, names: readonly string[] | null): DevicePart | string | null {
  if (piece === '') return null
  if (!/^\{.*\}$/.test(piece)) return /[{}]/.test(piece) ? 'path.shape' : { is: 'text', text: piece }
  const inner = piece.slice(1, -1)
  if (!/^[$@]/.test(inner))
    return names !== null && !names.includes(inner) ? 'device.level' : { is: 'level', name: inner }
  const path = pathOf(inner)
  if (typeof path === 'string') return `path.${path}`
  return path.root === '@' && path.stars > 0 ? 'path.star' : { is: 'path', path }
}
