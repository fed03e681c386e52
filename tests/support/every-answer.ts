import { api } from '@cloud-factory/contract/api'
import type { Endpoint } from '@cloud-factory/contract/endpoint'
import { customerTag, deviceTag, terminalTag } from '@cloud-factory/domain/identity/permissions'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { apiAs } from './app.ts'

type Caller = Awaited<ReturnType<typeof apiAs>>

/** The server's answers to all GET endpoints. */
export interface SweepResult {
  /** Number of endpoints that were called. */
  readonly answered: number
  /** Endpoints with an unexpected answer, with their status. */
  readonly troubles: readonly string[]
}

/** Endpoints that no person may call: those of TVs, shared terminals and customers with a link. */
const isForOthers = ({ permission }: Endpoint) =>
  [deviceTag, terminalTag, customerTag].some((tag) => tag === permission)

const questions = (Object.entries(api) as [string, Endpoint][]).filter(
  ([key, endpoint]) => key.startsWith('GET ') && typeof endpoint.reply === 'object' && !isForOthers(endpoint),
)

/** Values of required query parameters, in the order in which they are tried. */
const sampleValues = (today: string): Readonly<Record<string, readonly string[]>> => ({
  from: [today, `${today}T00:00:00Z`],
  to: [today, `${today}T23:59:59Z`],
  month: [today.slice(0, 7)],
  topics: ['machines,alarms'],
  q: ['a'],
  pixels: ['100'],
})

/**
 * Requests every list, and all endpoints of a single record for the first record of its list, on the factory day
 * `today`. A list must succeed. An endpoint of a record may find nothing, and one that needs more than a day may
 * reject the request.
 */
export async function askEverything(caller: Caller, today: string): Promise<SweepResult> {
  const first = new Map<string, string>()
  const troubles: string[] = []
  let pieceRecords = 0
  const inOrder = questions.toSorted(
    ([one], [other]) => Number(one.includes(':')) - Number(other.includes(':')),
  )
  for (const [key, endpoint] of inOrder) {
    const url = urlOf(key.slice('GET '.length), endpoint, first, today)
    if (url === null) continue
    const { status, body } = await atItsPace(caller, url)
    pieceRecords += 1
    const fine = key.includes(':') ? [200, 404, 409] : url.includes('?') ? [200, 409] : [200]
    if (!fine.includes(status)) troubles.push(`${url}: ${status} ${JSON.stringify(body)}`)
    const id = firstId(body)
    if (id !== null) first.set(key.slice('GET '.length), id)
  }
  return { answered: pieceRecords, troubles }
}

/** Sessions have a rate limit. */
async function atItsPace(caller: Caller, url: string): ReturnType<Caller['call']> {
  const reply = await caller.call('GET', url)
  if (reply.status !== 429) return reply
  await pause(500)
  return atItsPace(caller, url)
}

/** Null: it needs a record that does not exist here. */
function urlOf(path: string, { query }: Endpoint, first: ReadonlyMap<string, string>, today: string) {
  const [list = '', ...rest] = path.split('/:id')
  const id = first.get(list)
  if ([list, ...rest].join('').includes(':') || (rest.length > 0 && id === undefined)) return null
  const words = queryOf(query, today)
  return words === null ? null : [list, ...rest].join(`/${id}`) + words
}

function queryOf(query: z.ZodObject | undefined, today: string): string | null {
  const words = new URLSearchParams()
  for (const [name, schema] of Object.entries(query?.shape ?? {}) as [string, z.ZodType][]) {
    if (schema.safeParse(undefined).success) continue
    const values =
      schema instanceof z.ZodEnum ? schema.options.map(String) : (sampleValues(today)[name] ?? [])
    const value = values.find((one) => schema.safeParse(one).success)
    if (value === undefined) return null
    words.set(name, value)
  }
  return words.size === 0 ? '' : `?${words}`
}

function firstId(body: unknown): string | null {
  const { items } = (body ?? {}) as { items?: unknown }
  const { id } = (Array.isArray(items) ? (items[0] ?? {}) : {}) as { id?: unknown }
  return typeof id === 'string' ? id : null
}
