import type {
  FormItem,
  InspectionForm,
  ReadingOutcome,
} from '@cloud-factory/contract/inspection/inspection-forms'
import { useEffect, useEffectEvent, useState } from 'react'
import { cellKey, type CellAt, withReadings } from './readings.rules.ts'
import {
  type Draft,
  clearTyped,
  draftsOf,
  dropDrafts,
  isTyped,
  keepDraft,
  setTyped,
  useTyped,
} from './drafts.ts'
import { sameDecimal } from '../../shared/form/typed-decimal.rules.ts'
import { create } from 'zustand'
import { api } from '../../shared/api.ts'
import { queryClient } from '../../shared/query-client.ts'
import { isRequestFailure } from '../../shared/request.ts'
import { inspectionQuery } from './inspections.queries.ts'

interface Restored {
  /** Readings put back into the form. */
  readonly count: number
  /** Readings that the form takes no more. */
  readonly orphans: readonly Draft[]
}
const noneRestored: Restored = { count: 0, orphans: [] }

/** Inspections whose readings were looked for since the page was loaded: later they are in memory anyway. */
const looked = new Set<string>()

/**
 * Restores readings that this device stored across a reload: unsent readings are sent, incomplete
 * ones return to their fields.
 */
export function useRestored(form: InspectionForm) {
  const [restored, setRestored] = useState<Restored>(noneRestored)
  const restore = useEffectEvent(async (): Promise<Restored> => {
    if (looked.has(form.id)) return noneRestored
    looked.add(form.id)
    const drafts = await draftsOf(form.id)
    const sendable = drafts.filter((draft) => form.can.read === true && isPoint(form, draft))
    for (const draft of sendable) putBack(draft)
    const orphans = drafts.filter((draft) => !sendable.includes(draft))
    return { count: sendable.length, orphans }
  })
  useEffect(() => {
    void restore().then((found) => {
      if (found !== noneRestored) setRestored(found)
    })
  }, [form.id])
  return {
    ...restored,
    discard: () => {
      dropDrafts(form.id, restored.orphans)
      setRestored({ ...restored, orphans: [] })
    },
    close: () => setRestored({ ...restored, count: 0 }),
  }
}

/** A form that was changed meanwhile may have no such point any more. */
const isPoint = ({ items, lot }: InspectionForm, { itemId, pieceId, point }: Draft): boolean =>
  items.some(({ id, points }) => id === itemId && point <= points) &&
  lot.some(({ id, measured }) => id === pieceId && measured)

function putBack({ inspectionId, state, text, was, instrumentId, itemId, pieceId, point }: Draft): void {
  const at = { itemId, pieceId, point }
  if (pendingOf(inspectionId).has(cellKey(at)) || isTyped(inspectionId, at)) return
  if (state === 'typed') return setTyped(inspectionId, at, text)
  keepReading(inspectionId, { ...at, value: text === '' ? null : text, was, instrumentId })
}

/** A reading on its way to the server. */
interface Pending extends CellAt {
  readonly value: string | null
  /** Previous value that was overwritten. */
  readonly was: string | null
  readonly instrumentId: string | null
}

/** Why a reading is not saved: another user changed the value, or the server rejects it. */
export type Trouble =
  | { readonly is: 'changed'; readonly mine: string | null; readonly theirs: string | null }
  | { readonly is: 'refused'; readonly reason: string }

interface Queue {
  readonly pending: ReadonlyMap<string, Pending>
  readonly troubles: ReadonlyMap<string, Trouble>
  /** The last attempt failed; it is tried again. */
  readonly error: unknown
}
const nothing: Queue = { pending: new Map(), troubles: new Map(), error: null }

/**
 * Unsaved readings by inspection. They outlive the page, so leaving it loses none. Until they are
 * saved they are also stored on this device and survive a reload.
 */
const useQueues = create<Readonly<Record<string, Queue>>>(() => ({}))
const queueOf = (id: string): Queue => useQueues.getState()[id] ?? nothing
const put = (id: string, change: Partial<Queue>) =>
  useQueues.setState((queues) => ({ [id]: { ...(queues[id] ?? nothing), ...change } }))

/** Readings being sent now. */
const pendingOf = (id: string): Queue['pending'] => queueOf(id).pending

export const useQueue = (id: string): Queue => useQueues((queues) => queues[id] ?? nothing)

const running = new Set<string>()
const timers = new Map<string, ReturnType<typeof setTimeout>>()
const retryMs = 4000

/** Puts a reading on its way; it is saved at once, or as soon as the server can be reached. */
function keepReading(id: string, reading: Pending): void {
  const key = cellKey(reading)
  const { pending, troubles } = queueOf(id)
  put(id, { pending: new Map(pending).set(key, reading), troubles: without(troubles, key) })
  const { value, ...at } = reading
  keepDraft({ ...at, inspectionId: id, state: 'waits', text: value ?? '' })
  void send(id)
}

/** Gives up what could not be saved. */
export function dropReadings(id: string): void {
  dropDrafts(id, [...queueOf(id).pending.values()])
  put(id, nothing)
}

/** What is saved is right after all. */
function dropTrouble(id: string, at: CellAt): void {
  dropDrafts(id, [at])
  put(id, { troubles: without(queueOf(id).troubles, cellKey(at)) })
}

/** Tries again what could not be saved. */
export const sendAgain = (id: string): Promise<void> => send(id)

async function send(id: string): Promise<void> {
  if (running.has(id)) return
  clearTimeout(timers.get(id))
  running.add(id)
  try {
    while (queueOf(id).pending.size > 0) {
      const sent = [...queueOf(id).pending].slice(0, 100)
      const readings = sent.map(([, reading]) => reading)
      const { items } = await api('PUT /api/inspections/:id/readings', {
        params: { id },
        body: { readings },
        quiet: true,
      })
      settle(id, sent, items)
    }
    put(id, { error: null })
  } catch (error) {
    put(id, { error })
    if (!isFinal(error))
      timers.set(
        id,
        setTimeout(() => void send(id), retryMs),
      )
  } finally {
    running.delete(id)
  }
}

/** Refused as a whole (submitted meanwhile, signed out): trying again by itself would change nothing. */
export const isFinal = (error: unknown): boolean =>
  isRequestFailure(error) && error.state >= 400 && error.state < 500 && error.state !== 429

/** Entry for a reading that was not saved, by cell key; empty if it was accepted. */
function troubleOf(sent: ReadingOutcome, mine: string | null): [string, Trouble][] {
  if (sent.outcome === 'changed')
    return [[cellKey(sent), { is: 'changed', mine, theirs: sent.reading?.value ?? null }]]
  if (sent.outcome === 'refused') return [[cellKey(sent), { is: 'refused', reason: sent.reason ?? 'other' }]]
  return []
}

function settle(
  id: string,
  sent: readonly (readonly [string, Pending])[],
  outcomes: readonly ReadingOutcome[],
) {
  const { pending, troubles } = queueOf(id)
  const left = new Map(pending)
  const values = new Map(sent.map(([key, { value }]) => [key, value]))
  const found = new Map(
    outcomes.flatMap((outcome) => troubleOf(outcome, values.get(cellKey(outcome)) ?? null)),
  )
  // Typed over again meanwhile: that one stays.
  for (const [key, reading] of sent) {
    if (left.get(key) !== reading) continue
    left.delete(key)
    // A reading in conflict stays on this device until one of the two values is chosen.
    if (!isTyped(id, reading) && found.get(key)?.is !== 'changed') dropDrafts(id, [reading])
  }
  const next = new Map([...troubles, ...found])
  const { queryKey } = inspectionQuery(id)
  const changes = new Map(outcomes.map((outcome) => [cellKey(outcome), outcome.reading]))
  const form = queryClient.setQueryData(queryKey, (old) =>
    old === undefined ? old : withReadings(old, changes),
  )
  put(id, { pending: left, troubles: next })
  // The server decides which actions are allowed next.
  if (left.size === 0 && form !== undefined) void queryClient.invalidateQueries({ queryKey, exact: true })
}

function without<V>(map: ReadonlyMap<string, V>, key: string): ReadonlyMap<string, V> {
  if (!map.has(key)) return map
  const rest = new Map(map)
  rest.delete(key)
  return rest
}

export interface CellProps {
  readonly form: InspectionForm
  readonly item: FormItem
  readonly pieceId: string
  readonly point: number
  readonly instrument: string | null
}

interface Cell {
  /** Value of the point: being sent or saved. */
  readonly value: string | null
  readonly isPending: boolean
  readonly trouble: Trouble | undefined
  /** Typed text that is not stored yet; null: none. */
  readonly typed: string | null
  readonly type: (text: string) => void
  readonly keep: (value: string | null) => void
}

/** One point of the form, with what is on its way to it. */
export function useCell({ form, item, pieceId, point, instrument }: CellProps): Cell {
  const at: CellAt = { itemId: item.id, pieceId, point }
  const { pending, troubles } = useQueue(form.id)
  const key = cellKey(at)
  const saved = form.readings.find((reading) => cellKey(reading) === key)?.value ?? null
  const own = pending.get(key)
  const value = own === undefined ? saved : own.value
  const trouble = troubles.get(key)
  // A conflict is shown a moment before the form has the other value.
  const was = trouble?.is === 'changed' ? trouble.theirs : saved
  const typed = useTyped(form.id, at)
  return {
    value,
    isPending: own !== undefined,
    trouble,
    typed,
    type: (text) => {
      setTyped(form.id, at, text)
      keepDraft({ ...at, inspectionId: form.id, state: 'typed', text, was, instrumentId: instrument })
    },
    keep: (read) => {
      clearTyped(form.id, at)
      if (trouble !== undefined && sameDecimal(read, was)) return dropTrouble(form.id, at)
      if (!sameDecimal(read, value) || trouble !== undefined)
        return keepReading(form.id, { ...at, value: read, was, instrumentId: instrument })
      if (own === undefined) dropDrafts(form.id, [at])
    },
  }
}
