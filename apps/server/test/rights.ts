import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Reads `rights.txt`, and writes its lines as they should stand there. It knows nothing of the program's own tables. */

export const shippedRoles = [
  'admin',
  'manager',
  'planner',
  'foreman',
  'inspector',
  'equipment',
  'viewer',
] as const
export const callers = [...shippedRoles, 'no-role', 'tv', 'metrics'] as const
export type Caller = (typeof callers)[number]

export interface EndpointRights {
  /** `METHOD /path/:param`. */
  readonly key: string
  readonly permission: string
  /** One for each caller: `yes`, `-`, or what else the server answered. */
  readonly cells: readonly string[]
  /** Why a line that writes asks for no more than it does. */
  readonly reason: string
}

export interface RoleTag {
  readonly tag: string
  /** One for each shipped role. */
  readonly cells: readonly string[]
}

/** A line of the file: what it says, and as it stands there. */
type Line<T> = T & { readonly text: string }

const aligned = (cells: readonly string[], widths: readonly number[]): string =>
  cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' ')
const lengths = (words: readonly string[]): number[] => words.map(({ length }) => length)

export function endpointLine({ key, permission, cells, reason }: EndpointRights): string {
  const [method = '', path = ''] = key.split(' ')
  const line = aligned([method, path, permission, ...cells], [6, 36, 49, ...lengths(callers)])
  return reason === '' ? line.trimEnd() : `${line.trimEnd()}  # ${reason}`
}

export const roleTagLine = ({ tag, cells }: RoleTag): string =>
  aligned([tag, ...cells], [20, ...lengths(shippedRoles)]).trimEnd()

export function endpointOf(text: string): Line<EndpointRights> {
  const [, facts = '', reason = ''] = /^([^#]*)(?:# (.*))?$/.exec(text) ?? []
  const [method, path, permission = '', ...cells] = facts.trim().split(/ +/)
  return { key: `${method} ${path}`, permission, cells, reason, text }
}

function roleTagOf(text: string): Line<RoleTag> {
  const [tag = '', ...cells] = text.split(/ +/)
  return { tag, cells, text }
}

const lines = readFileSync(join(import.meta.dirname, 'rights.txt'), 'utf8').split('\n')

export const endpoints = lines.filter((line) => /^(GET|POST|PUT|PATCH|DELETE) /.test(line)).map(endpointOf)
export const roleTags = lines.filter((line) => /^[a-z]+\.[a-z]+ /.test(line)).map(roleTagOf)
/** The lines that name the columns. */
export const heads = lines.filter((line) => /^(METHOD|TAG) /.test(line))
export const headsDue: readonly string[] = [
  roleTagLine({ tag: 'TAG', cells: shippedRoles }),
  endpointLine({ key: 'METHOD PATH', permission: 'PERMISSION', cells: callers, reason: '' }),
]
