import type { MachineInterval, StopReasonRow } from '@cloud-factory/contract/machine-states'
import { useState } from 'react'
import { api } from '../../../shared/api.ts'
import { useStatesChanged } from '../states/states.queries.ts'

/** What was just given to which stops, so that it can be taken back. */
export interface Given {
  readonly reason: StopReasonRow
  readonly done: readonly { readonly id: string; readonly version: number }[]
  /** So many stops were no longer as they were shown. */
  readonly refused: number
}

type Stop = Pick<MachineInterval, 'id' | 'version'>

/** Gives stops a reason, once; the lists of stops and figures follow. */
export function useGiveReason() {
  const changed = useStatesChanged()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const send = async (stops: readonly Stop[], reasonId: string | null, note: string) => {
    if (busy) return null
    setBusy(true)
    setError(null)
    try {
      const items = stops.map(({ id, version }) => ({ id, version }))
      return (await api('POST /api/machine-intervals/reasons', { body: { items, reasonId, note } })).items
    } catch (failure) {
      setError(failure)
      return null
    } finally {
      setBusy(false)
      void changed()
    }
  }
  const give = async (stops: readonly Stop[], reason: StopReasonRow, note: string): Promise<Given | null> => {
    const outcomes = await send(stops, reason.id, note)
    if (outcomes === null) return null
    const done = outcomes.flatMap(({ id, version, refused }) =>
      refused === null && version !== null ? [{ id, version }] : [],
    )
    return { reason, done, refused: outcomes.length - done.length }
  }
  const takeBack = async ({ done }: Given): Promise<boolean> => (await send(done, null, '')) !== null
  return { busy, error, give, takeBack }
}
