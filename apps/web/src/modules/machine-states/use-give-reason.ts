import type { MachineInterval, StopReasonRow } from '@cloud-factory/contract/machine-states/machine-states'
import { useState } from 'react'
import { type Answer, api } from '../../shared/api.ts'
import { useStatesChanged } from './states.queries.ts'

/** Reasons just assigned and their stops, for undo. */
export interface AssignedReasons {
  /** Null: each stop has the one that was proposed for it. */
  readonly reason: StopReasonRow | null
  readonly done: readonly { readonly id: string; readonly version: number }[]
  /** So many stops were no longer as they were shown. */
  readonly refused: number
}

type Stop = Pick<MachineInterval, 'id' | 'version'>
type Outcomes = Answer<'POST /api/machine-intervals/reasons'>['items']

/** So many stops are written at once. */
const maxAtOnce = 100

/** Gives stops a reason, once; the lists of stops and figures follow. */
export function useGiveReason() {
  const changed = useStatesChanged()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const once = async (work: () => Promise<{ readonly items: Outcomes }>): Promise<Outcomes | null> => {
    if (busy) return null
    setBusy(true)
    setError(null)
    try {
      return (await work()).items
    } catch (failure) {
      setError(failure)
      return null
    } finally {
      setBusy(false)
      void changed()
    }
  }
  const send = (stops: readonly Stop[], reasonId: string | null, note: string) =>
    once(() => {
      const items = stops.map(({ id, version }) => ({ id, version }))
      return api('POST /api/machine-intervals/reasons', { body: { items, reasonId, note } })
    })
  const give = async (
    stops: readonly Stop[],
    reason: StopReasonRow,
    note: string,
  ): Promise<AssignedReasons | null> => {
    const outcomes = await send(stops, reason.id, note)
    return outcomes === null ? null : assignedOf(reason, outcomes)
  }
  /** Accepts the proposed reason of each stop; stops without a proposal stay unchanged. */
  const accept = async (stops: readonly MachineInterval[]): Promise<AssignedReasons | null> => {
    const items = proposed(stops).map(({ id, version, reasonId }) => ({ id, version, reasonId }))
    const outcomes = await once(() => api('POST /api/machine-intervals/proposals', { body: { items } }))
    return outcomes === null ? null : assignedOf(null, outcomes)
  }
  const takeBack = async ({ done }: AssignedReasons): Promise<boolean> =>
    (await send(done, null, '')) !== null
  return { busy, error, give, accept, takeBack }
}

/** Stops for which a reason is proposed, with its id; as many as are written at once. */
export const proposed = (stops: readonly MachineInterval[]) =>
  stops
    .flatMap(({ id, version, proposal, can }) =>
      proposal === null || can.reason !== true ? [] : [{ id, version, reasonId: proposal.reasonId }],
    )
    .slice(0, maxAtOnce)

function assignedOf(reason: AssignedReasons['reason'], outcomes: Outcomes): AssignedReasons {
  const done = outcomes.flatMap(({ id, version, refused }) =>
    refused === null && version !== null ? [{ id, version }] : [],
  )
  return { reason, done, refused: outcomes.length - done.length }
}
