import type { InspectionForm } from '@cloud-factory/contract/inspection/inspection-forms'
import { useEffect, useEffectEvent, useState } from 'react'
import { cellKey } from './cells.rules.ts'
import type { Draft } from './draft-store.ts'
import { draftsOf, dropDrafts, isTyped, setTyped } from './drafts.ts'
import { keepReading, pendingOf } from './reading-queue.ts'

interface Restored {
  /** Readings put back into the form. */
  readonly count: number
  /** Readings that the form takes no more. */
  readonly orphans: readonly Draft[]
}
const nothing: Restored = { count: 0, orphans: [] }

/** Inspections whose readings were looked for since the page was loaded: later they are in memory anyway. */
const looked = new Set<string>()

/**
 * Restores readings that this device stored across a reload: unsent readings are sent, incomplete
 * ones return to their fields.
 */
export function useRestored(form: InspectionForm) {
  const [restored, setRestored] = useState<Restored>(nothing)
  const restore = useEffectEvent(async (): Promise<Restored> => {
    if (looked.has(form.id)) return nothing
    looked.add(form.id)
    const drafts = await draftsOf(form.id)
    const wanted = drafts.filter((draft) => form.can.read === true && isPoint(form, draft))
    for (const draft of wanted) putBack(draft)
    const orphans = drafts.filter((draft) => !wanted.includes(draft))
    return { count: wanted.length, orphans }
  })
  useEffect(() => {
    void restore().then((found) => {
      if (found !== nothing) setRestored(found)
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
