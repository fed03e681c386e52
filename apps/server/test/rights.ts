import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Reads `rights.txt` and writes its lines in the expected format. Does not use the product's own permission tables. */

export const shippedRoles = [
  'admin',
  'manager',
  'planner',
  'foreman',
  'inspector',
  'equipment',
  'buyer',
  'viewer',
] as const
export const callers = [...shippedRoles, 'no-role', 'tv', 'metrics'] as const
export type Caller = (typeof callers)[number]

export interface EndpointRights {
  /** `METHOD /path/:param`. */
  readonly key: string
  readonly permission: string
  /** One per caller: `yes`, `-`, or another result of the server. */
  readonly cells: readonly string[]
  /** Why an endpoint that writes needs no further permission. */
  readonly reason: string
}

export interface RoleTag {
  readonly tag: string
  /** One per shipped role. */
  readonly cells: readonly string[]
}

/** A parsed line of the file, with its text. */
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
/** The header lines. */
export const heads = lines.filter((line) => /^(METHOD|TAG) /.test(line))
export const headsDue: readonly string[] = [
  roleTagLine({ tag: 'TAG', cells: shippedRoles }),
  endpointLine({ key: 'METHOD PATH', permission: 'PERMISSION', cells: callers, reason: '' }),
]
