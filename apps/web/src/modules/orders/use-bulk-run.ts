import type { BulkAction } from '@cloud-factory/contract/orders/order-bulk'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { useEffect, useRef, useState } from 'react'
import { api, type Sent } from '../../shared/api.ts'
import { useOrdersChanged } from '../../shared/orders-changed.ts'
import { chunksOf, notAnswered, type Results, withResults } from './bulk.rules.ts'

export interface BulkWish {
  readonly action: BulkAction
  readonly reason: string
  readonly priority: OrderRow['priority']
}

type State = 'asking' | 'running' | 'stopped' | 'over'

/**
 * Sends the orders a few at a time. It can be stopped between batches. An interrupted run continues
 * with the unanswered orders: the server does nothing twice.
 */
export function useBulkRun() {
  const changed = useOrdersChanged()
  const [state, setState] = useState<State>('asking')
  const [results, setResults] = useState<Results>(new Map())
  const [error, setError] = useState<unknown>(null)
  const control = useRef<AbortController>(null)
  useEffect(() => () => control.current?.abort(), [])

  const run = async (ids: readonly string[], wish: BulkWish, before: Results) => {
    if (control.current !== null && !control.current.signal.aborted) return
    const stop = new AbortController()
    control.current = stop
    setState('running')
    setError(null)
    let known = before
    try {
      for (const chunk of chunksOf(notAnswered(ids, before))) {
        if (stop.signal.aborted) break
        const { items } = await api('POST /api/orders/bulk', sentOf(wish, chunk))
        known = withResults(known, items)
        setResults(known)
      }
    } catch (failure) {
      setError(failure)
    } finally {
      control.current = null
      setState(notAnswered(ids, known).length === 0 ? 'over' : 'stopped')
      void changed()
    }
  }
  return {
    state,
    results,
    error,
    /** Starts, or continues with the orders without a response. */
    start: (ids: readonly string[], wish: BulkWish) => void run(ids, wish, results),
    /** Asks again for some that were answered. */
    retry: (ids: readonly string[], all: readonly string[], wish: BulkWish) => {
      const without = new Map([...results].filter(([id]) => !ids.includes(id)))
      setResults(without)
      void run(all, wish, without)
    },
    /** After those that are on their way. */
    stop: () => control.current?.abort(),
  }
}

function sentOf({ action, reason, priority }: BulkWish, ids: string[]): Sent<'POST /api/orders/bulk'> {
  if (action === 'priority') return { body: { action, ids, priority } }
  return action === 'hold' || action === 'resume'
    ? { body: { action, ids, reason } }
    : { body: { action, ids } }
}
