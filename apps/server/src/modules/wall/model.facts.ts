import { createHash } from 'node:crypto'
import { pieceStatuses } from '@cloud-factory/domain/orders/order-statuses'
import type { WallColouring } from '@cloud-factory/domain/model/member-states'
import type { Names } from '@cloud-factory/domain/resource/resource'
import { DomainError } from '../../platform/http/domain-error.ts'
import { translatorOf } from '../../platform/texts/translator-of.ts'
import type { LiveContext } from './wall.queries.ts'
import type { ModelFact } from './model.types.ts'
import type { WallFacts } from './wall.types.ts'

const wordsIn = translatorOf('model', ['model', 'common'])
const [zh, en, es] = [wordsIn('zh'), wordsIn('en'), wordsIn('es')]

const own = ['done', 'erected', 'in_time', 'late', 'overdue', 'unknown', 'open'] as const

/** The name of a state as the legend of the office has it. */
function nameIn(t: typeof zh, state: string): string {
  const word = own.find((one) => one === state)
  if (word !== undefined) return t(`state.${word}`)
  const status = [...pieceStatuses, 'held' as const].find((one) => one === state)
  return status === undefined ? state : t(`common:piece.${status}`)
}
const stateNames = (state: string): Names => ({
  zh: nameIn(zh, state),
  en: nameIn(en, state),
  es: nameIn(es, state),
})

/** One result for all panels with the same model. */
const cacheMs = 4_000

/** Models of orders with the states of their members. */
export function modelFacts(context: LiveContext): Pick<WallFacts, 'model'> {
  const { reads, plantId, queries, cache, now } = context
  return {
    async model({ orderId, projectIds, colouring }) {
      const which = { orderId, projectIds }
      const found = await cache.once(`model ${JSON.stringify(which)}`, cacheMs, () =>
        queries.model(reads, plantId, which),
      )
      if (found === null) return null
      const states = await cache.once(`states ${found.orderId}`, cacheMs, () =>
        queries.memberStates(reads, plantId, found.orderId, now()).catch(withdrawn),
      )
      // Between the two queries another model was put to use: the next cycle shows it.
      if (states === null || states.revisionId !== String(found.id)) return null
      const { id, orderNo, project, chunks } = found
      return { id: String(id), orderNo, project, chunks, ...colouredBy(colouring, states) }
    },
  }
}

function withdrawn(error: unknown): null {
  if (error instanceof DomainError && error.code === 'not_found') return null
  throw error
}

type States = Awaited<ReturnType<LiveContext['queries']['memberStates']>>

function colouredBy(
  colouring: WallColouring,
  { states: all, sums }: States,
): Pick<ModelFact, 'colouring' | 'states' | 'sums' | 'version'> {
  const states = all[colouring]
  const names = sums[colouring].map(({ state }) => state)
  const version = createHash('sha256')
    .update(JSON.stringify([names, states]))
    .digest('base64url')
    .slice(0, 16)
  return {
    colouring,
    states,
    version,
    sums: sums[colouring].map(({ state, pieces, kg }) => ({ state, names: stateNames(state), pieces, kg })),
  }
}
