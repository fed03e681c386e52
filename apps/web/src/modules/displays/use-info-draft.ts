import { useState } from 'react'
import type { DisplayInfo, DisplayInfoDraft } from '@cloud-factory/contract/displays/display-info'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import {
  type Difference,
  differences,
  changed as hasChanged,
  merged,
  type Side,
  type Values,
} from '../../shared/form/form.rules.ts'
import { useSubmit } from '../../shared/form/use-submit.ts'
import { problemOf } from '../../shared/request.ts'
import { useDirty } from '../../shared/tabs/tab-hooks.ts'
import { say } from '../../shared/ui/say.ts'
import { infoQuery } from './info.queries.ts'
import { useSteps } from './use-steps.ts'

/** Parts of the draft that people disagree about as a whole. */
export const infoFields = [
  'names',
  'slogan',
  'logo',
  'safetySince',
  'duty',
  'masking',
  'targets',
  'notices',
  'honours',
  'plan',
  'underlay',
  'workshops',
  'machines',
] as const satisfies readonly (keyof DisplayInfo)[]

interface Conflict {
  readonly found: readonly Difference[]
  readonly current: DisplayInfoDraft
}

const asValues = (info: DisplayInfo) => info as unknown as Values

/**
 * The draft being edited: changes, undo, saving, and resolving a conflict with another user's
 * changes.
 */
export function useInfoDraft(first: DisplayInfoDraft) {
  const { t } = useTranslation('display-info')
  const client = useQueryClient()
  const [base, setBase] = useState(first)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const { replace, reset, ...history } = useHistory(first.draft)
  const { draft } = history
  const isDirty = hasChanged(infoFields, asValues(base.draft), asValues(draft))
  useDirty(isDirty)

  const take = (saved: DisplayInfoDraft, next = saved.draft) => {
    setBase(saved)
    replace(next)
    client.setQueryData(infoQuery.queryKey, saved)
    void client.invalidateQueries({ queryKey: ['display', 'versions'] })
  }
  /** Whether another user saved first. Loads that version, or compares both if there are local changes. */
  const meets = (failure: unknown, mine = draft): boolean => {
    const problem = problemOf(failure)
    if (problem?.code !== 'version.conflict' || problem.current === undefined) return false
    const current = problem.current as DisplayInfoDraft
    const found = differences(infoFields, asValues(base.draft), asValues(mine), asValues(current.draft))
    if (found.every(({ changedBy }) => changedBy === 'theirs')) {
      take(current)
      say('warning', t('shell:form.latestNow', { name: current.updatedBy }))
    } else setConflict({ current, found })
    return true
  }
  const { send, ...sending } = useSaving(take)
  const save = (mine = draft, version = base.version) =>
    send(mine, version, (failure) => meets(failure, mine))
  return {
    ...history,
    ...sending,
    base,
    isDirty,
    /** May be looked at only. */
    locked: base.can.save !== true,
    conflict,
    discard: () => reset(base.draft),
    save: () => save(),
    /** Saves unsaved changes; returns the version to publish, or null. */
    saved: async () => (isDirty ? ((await save())?.version ?? null) : base.version),
    take,
    meets,
    settle: async (sides: Readonly<Record<string, Side>>) => {
      if (conflict === null) return
      const { current } = conflict
      const next = merged(asValues(draft), asValues(current.draft), sides) as unknown as DisplayInfo
      setConflict(null)
      take(current, next)
      await save(next, current.version)
    },
    leaveConflict: () => setConflict(null),
  }
}
export type InfoWork = ReturnType<typeof useInfoDraft>

/** The draft with its undo and redo steps. */
function useHistory(first: DisplayInfo) {
  const { now: draft, change, ...steps } = useSteps(first)
  return { ...steps, draft, change: (part: Partial<DisplayInfo>) => change((now) => ({ ...now, ...part })) }
}

function useSaving(take: (saved: DisplayInfoDraft) => void) {
  const { t } = useTranslation('display-info')
  const { busy: saving, error, submit } = useSubmit()
  /** Null: it was not saved, and why is shown. */
  const send = (draft: DisplayInfo, version: number, meets: (failure: unknown) => boolean) =>
    submit(async () => {
      const saved = await api('PUT /api/display/info', { body: { version, draft } })
      take(saved)
      say('success', t('saved'))
      return saved
    }, meets)
  return { saving, error, send }
}
