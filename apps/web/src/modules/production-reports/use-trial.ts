import type { ScheduledOrder } from '@cloud-factory/contract/production-reports/production-reports'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { newUuid } from '../../shared/new-uuid.ts'
import { useOrdersChanged } from '../../shared/orders-changed.ts'
import { problemOf } from '../../shared/request.ts'
import { useDirty } from '../../shared/tabs/tab-hooks.ts'
import { say, sayUndoable } from '../../shared/ui/say.ts'
import { useProblemMessage } from '../../shared/use-problem-message.ts'
import type { DueDays } from './schedule.rules.ts'

/** A due day that is tried out, and the order as it was when that began. */
interface Tried {
  readonly dueOn: string
  readonly before: Pick<ScheduledOrder, 'id' | 'no' | 'dueOn' | 'version'>
}

type Trial = ReadonlyMap<string, Tried>

const nothing: Trial = new Map()

/** Saves due days, all or none. */
const send = (trials: readonly Tried[]) =>
  api('POST /api/orders/due-days', {
    body: { items: trials.map(({ dueOn, before }) => ({ id: before.id, version: before.version, dueOn })) },
    idempotencyKey: newUuid(),
  })

/** Due days that are tried out before they are saved all together. */
export function useTrial() {
  const { t } = useTranslation('schedule')
  // The last one holds; the ones before are what undo goes back to.
  const [steps, setSteps] = useState<readonly Trial[]>([])
  const [saving, setSaving] = useState(false)
  const problemMessage = useProblemMessage()
  const changed = useOrdersChanged()
  const trial = steps.at(-1) ?? nothing
  useDirty(trial.size > 0)

  /** `goesOn`: the same drag, which is undone as one. */
  const move = (order: ScheduledOrder, dueOn: string, goesOn = false) =>
    setSteps((all) => {
      const now = all.at(-1) ?? nothing
      const next = new Map(now)
      const before = now.get(order.id)?.before ?? order
      next.delete(order.id)
      if (dueOn !== before.dueOn) next.set(order.id, { dueOn, before })
      return [...(goesOn ? all.slice(0, -1) : all), next]
    })
  const refused = (error: unknown) => {
    const problem = problemOf(error)
    const current = problem?.code === 'version.conflict' ? (problem.current as ScheduledOrder) : undefined
    if (current === undefined) return say('warning', problemMessage(error))
    say('warning', t('trial.conflict', { no: current.no }))
    setSteps((all) => [new Map([...(all.at(-1) ?? nothing)].filter(([id]) => id !== current.id))])
  }
  const save = async () => {
    const sent = [...trial.values()]
    setSaving(true)
    try {
      const { items } = await send(sent)
      setSteps([])
      const back = sent.map(({ before }, at) => ({
        dueOn: before.dueOn,
        before: { ...before, version: items[at]?.version ?? 0 },
      }))
      const warn = (error: unknown) => say('warning', problemMessage(error))
      const undo = () => void send(back).catch(warn).finally(changed)
      sayUndoable(t('trial.saved', { count: sent.length }), t('common:undo'), undo)
    } catch (error) {
      refused(error)
    } finally {
      setSaving(false)
      void changed()
    }
  }
  return {
    tried: new Map([...trial].map(([id, { dueOn }]) => [id, dueOn])) satisfies DueDays,
    move,
    undo: () => setSteps((all) => all.slice(0, -1)),
    discard: () => setSteps([]),
    save: () => void save(),
    saving,
  }
}

export type TrialOf = ReturnType<typeof useTrial>
