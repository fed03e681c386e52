import type { DueRow } from '@cloud-factory/contract/inspection/inspections'
import { useEffect, useRef, useState } from 'react'
import { type Answer, api } from '../../shared/api.ts'
import { useAllowed } from '../../shared/permission.ts'
import { useInspectionsChanged } from './inspections.queries.ts'

export type Made = Answer<'POST /api/inspections'>

/** Makes inspections of what is due; gates with an automatic plan have theirs made when the list is looked at. */
export function useMakeLots(due: readonly DueRow[] | undefined) {
  const changed = useInspectionsChanged()
  const canInspect = useAllowed({ permission: 'quality.inspect' })
  const [made, setMade] = useState<Made | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const run = async (work: () => Promise<Made>) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setError(null)
    try {
      setMade(await work())
    } catch (failure) {
      setError(failure)
    } finally {
      running.current = false
      setBusy(false)
      void changed()
    }
  }
  const make = (rows: readonly DueRow[]) => run(() => makeAll(rows))
  const requested = useRef(false)
  const isAutomatic = canInspect && due?.some(({ automatic }) => automatic) === true
  useEffect(() => {
    // Once for each visit: what it leaves behind has a reason that asking again does not mend.
    if (!isAutomatic || requested.current) return
    requested.current = true
    void run(() => api('POST /api/automatic-inspections'))
  })
  return { made, error, busy, make, show: setMade, forget: () => setMade(null) }
}

/** One request for each process; up to so many pieces in each. */
const atOnce = 500

async function makeAll(rows: readonly DueRow[]): Promise<Made> {
  const all: Made = { items: [], left: [] }
  for (const processId of new Set(rows.map(({ process }) => process.id))) {
    const pieces = rows.filter(({ process }) => process.id === processId).flatMap(({ pieceIds }) => pieceIds)
    for (let at = 0; at < pieces.length; at += atOnce) {
      const body = { pieces: pieces.slice(at, at + atOnce), processId }
      const { items, left } = await api('POST /api/inspections', { body })
      all.items.push(...items)
      all.left.push(...left)
    }
  }
  return all
}
