import type { LabelRow, TravellerRow } from '@cloud-factory/contract/printing/order-print'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../shared/api.ts'
import { type PrintChoice, queryOfChoice } from './print.rules.ts'

interface Page<Row> {
  readonly items: readonly Row[]
  readonly total: number
}
type Fetch<Row> = (page: number, signal: AbortSignal) => Promise<Page<Row>>
type OnProgress = (done: number, total: number) => void

/** All rows of a list, page by page; empty if there are more than the print limit. */
async function allRows<Row>(
  fetch: Fetch<Row>,
  most: number,
  signal: AbortSignal,
  reported: OnProgress,
): Promise<Page<Row>> {
  const first = await fetch(1, signal)
  const { total } = first
  if (total > most) return { items: [], total }
  const items = [...first.items]
  reported(items.length, total)
  for (let page = 2; items.length < total; page += 1) {
    const next = await fetch(page, signal)
    // Pieces were scrapped in the meantime: print the remaining ones.
    if (next.items.length === 0) break
    items.push(...next.items)
    reported(items.length, total)
  }
  return { items, total }
}

const pageSize = 200

/** One part of a list that is too long for one print. */
async function rowsOfPart<Row>(
  fetch: Fetch<Row>,
  { most, part }: { readonly most: number; readonly part: number },
  signal: AbortSignal,
  reported: OnProgress,
): Promise<Page<Row>> {
  const from = ((part - 1) * most) / pageSize
  const items: Row[] = []
  let total = 0
  for (let page = from + 1; page <= from + most / pageSize; page += 1) {
    const next = await fetch(page, signal)
    total = next.total
    items.push(...next.items)
    reported(items.length, Math.min(most, total))
    if (next.items.length < pageSize) break
  }
  return { items, total }
}

/** Labels of one part of a choice, `most` in each, and how far fetching them has come. */
export function useLabelsOfPart(orderId: string, choice: PrintChoice, most: number) {
  const query = queryOfChoice(choice)
  const { part } = choice
  return useRows(['labels', orderId, query, most, part], (signal, reported) =>
    rowsOfPart(labelsOf(orderId, query), { most, part }, signal, reported),
  )
}

const labelsOf =
  (orderId: string, query: ReturnType<typeof queryOfChoice>): Fetch<LabelRow> =>
  (page, signal) =>
    api('GET /api/orders/:id/labels', {
      params: { id: orderId },
      query: { ...query, page, pageSize },
      signal,
    })

/** All labels of a choice, and how far fetching them has come. */
export function useLabels(orderId: string, choice: PrintChoice, most: number) {
  const query = queryOfChoice(choice)
  return useRows(['labels', orderId, query, most], (signal, reported) =>
    allRows(labelsOf(orderId, query), most, signal, reported),
  )
}

/** All marks of a choice with their routes. */
export function useTravellers(orderId: string, choice: PrintChoice, most: number) {
  const query = queryOfChoice(choice)
  const fetch: Fetch<TravellerRow> = (page, signal) =>
    api('GET /api/orders/:id/travellers', {
      params: { id: orderId },
      query: { ...query, page, pageSize },
      signal,
    })
  return useRows(['travellers', orderId, query, most], (signal, reported) =>
    allRows(fetch, most, signal, reported),
  )
}

function useRows<Row>(
  key: readonly unknown[],
  rows: (signal: AbortSignal, reported: OnProgress) => Promise<Page<Row>>,
) {
  const [fetched, setFetched] = useState({ done: 0, total: 0 })
  const query = useQuery({
    queryKey: ['orders', 'print', ...key],
    queryFn: ({ signal }) => rows(signal, (done, total) => setFetched({ done, total })),
    // Printing takes a while, and the print must match the screen.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return { ...query, fetched }
}

export interface Coded {
  readonly id: string
  readonly code: string
}
export type Choosable = 'marks' | 'pieces'

/**
 * Marks or pieces of an order to choose from: those whose code starts with the text, or those with
 * the given ids.
 */
export async function toChoose(
  what: Choosable,
  orderId: string,
  by: { readonly q?: string; readonly ids?: readonly string[] },
  signal: AbortSignal,
): Promise<readonly Coded[]> {
  const params = { id: orderId }
  const ids = by.ids?.join(',')
  if (what === 'marks') {
    const query = { q: by.q, markIds: ids, pageSize: 50 }
    const { items } = await api('GET /api/orders/:id/travellers', { params, query, signal })
    return items.map(({ id, mark }) => ({ id, code: mark }))
  }
  const query = { q: by.q, pieceIds: ids, pageSize: 50 }
  const { items } = await api('GET /api/orders/:id/labels', { params, query, signal })
  return items.map(({ id, serial }) => ({ id, code: serial }))
}

/** Production lots of an order; in practice at most 200. */
export const lotsToChoose = (orderId: string) =>
  queryOptions({
    queryKey: ['orders', 'print', 'lots', orderId],
    queryFn: ({ signal }) =>
      api('GET /api/orders/:id/production-lots', {
        params: { id: orderId },
        query: { pageSize: 200 },
        signal,
      }),
  })
