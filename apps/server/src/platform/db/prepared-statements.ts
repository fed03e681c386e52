import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'

const mark = '/* plan kept */'

/**
 * Begins a frequent statement: a connection plans it once and uses the plan again for all bound values. Only for
 * statements that read the same way for every value. Numbers on which the plan depends, such as a limit, are written
 * out, not bound.
 */
export const prepare: RawBuilder<unknown> = sql.raw(`${mark} `)

/**
 * The values of an array in a frequent statement: `where id = ${anyOf(sql`${ids}::bigint[]`)}`. PostgreSQL does not look into it when it plans. If it
 * did, a plan for one value would seem cheaper than one for any number, and it would plan the statement again each time.
 */
export const anyOf = (array: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`any(array(select unnest(${array})))`

/**
 * A statement is prepared from its third execution on, and a connection holds at most this many: each takes some
 * hundred kilobytes.
 */
const worthFrom = 3
const maxStatements = 60
/** Statement texts that are counted; beyond this number counting starts over. */
const maxCounted = 2000

/**
 * SQLSTATEs of a plan that is lost or no longer fits: a pooler that switches connections, a column with a new type.
 */
const lost: ReadonlySet<unknown> = new Set(['26000', '42P05', '0A000'])

type Query = (text: string, values?: unknown[]) => Promise<unknown>

/** State shared by the connections of one database: how often each statement ran, and the names of its plans. */
export class PreparedStatements {
  readonly #counts = new Map<string, number>()
  readonly #names = new Map<string, string>()
  #isOff = false

  /** Enables prepared plans for marked statements on a connection. */
  attach(client: pg.ClientBase): void {
    const plain = client.query.bind(client) as Query
    const named = client.query.bind(client) as unknown as (config: pg.QueryConfig) => Promise<unknown>
    const query = async (text: string, values: unknown[], name: string) => {
      try {
        return await named({ name, text, values })
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && lost.has(error.code))) throw error
        this.#isOff = true
        return plain(text, values)
      }
    }
    client.query = ((text: unknown, values?: unknown[], ...rest: unknown[]) => {
      const name = typeof text === 'string' && text.startsWith(mark) ? this.#nameOf(text) : null
      if (name === null) return (plain as (...args: unknown[]) => unknown)(text, values, ...rest)
      return query(text as string, values ?? [], name)
    }) as typeof client.query
  }

  #nameOf(text: string): string | null {
    if (this.#isOff) return null
    const prepared = this.#names.get(text)
    if (prepared !== undefined || this.#names.size >= maxStatements) return prepared ?? null
    if (this.#counts.size >= maxCounted) this.#counts.clear()
    const times = (this.#counts.get(text) ?? 0) + 1
    this.#counts.set(text, times)
    if (times < worthFrom) return null
    const name = `kept_${this.#names.size + 1}`
    this.#names.set(text, name)
    return name
  }
}
