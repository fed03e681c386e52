import type { DisplayInfo, DisplayInfoDraft } from '@cloud-factory/contract/display-info'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../shared/api.ts'
import {
  type Difference,
  differences,
  changed as hasChanged,
  merged,
  type Side,
  type Values,
} from '../../../shared/form/conflict.rules.ts'
import { problemOf } from '../../../shared/request.ts'
import { useDirty } from '../../../shared/tabs/tab-hooks.ts'
import { say } from '../../../shared/ui/say.ts'
import { infoQuery } from './info.queries.ts'

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

interface Work {
  readonly draft: DisplayInfo
  readonly past: readonly DisplayInfo[]
  readonly future: readonly DisplayInfo[]
}
interface Conflict {
  readonly found: readonly Difference[]
  readonly current: DisplayInfoDraft
}

/** What is remembered to be undone. */
const maxSteps = 100

const asValues = (info: DisplayInfo) => info as unknown as Values

/** The draft as it is worked on: changed here, undone, saved, and settled with whoever saved meanwhile. */
export function useInfoDraft(first: DisplayInfoDraft) {
  const { t } = useTranslation('display-info')
  const client = useQueryClient()
  const [base, setBase] = useState(first)
  const [work, setWork] = useState<Work>({ draft: first.draft, past: [], future: [] })
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const busy = useRef(false)
  const isDirty = hasChanged(infoFields, asValues(base.draft), asValues(work.draft))
  useDirty(isDirty)

  const take = (saved: DisplayInfoDraft, draft = saved.draft) => {
    setBase(saved)
    setWork((now) => ({ ...now, draft }))
    client.setQueryData(infoQuery.queryKey, saved)
    void client.invalidateQueries({ queryKey: ['display', 'versions'] })
  }

  /**
   * Whether somebody else was first. With nothing of one's own to lose, theirs is taken and said; else the two are compared.
   */
  const meets = (failure: unknown, mine = work.draft): boolean => {
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

  /** Does something on the server, once at a time; null: it was refused, and said. */
  const send = async (
    action: () => Promise<DisplayInfoDraft>,
    mine: DisplayInfo,
  ): Promise<DisplayInfoDraft | null> => {
    if (busy.current) return null
    busy.current = true
    setSaving(true)
    setError(null)
    try {
      const saved = await action()
      take(saved)
      return saved
    } catch (failure) {
      if (!meets(failure, mine)) setError(failure)
      return null
    } finally {
      busy.current = false
      setSaving(false)
    }
  }

  const save = async (draft = work.draft, version = base.version) => {
    const saved = await send(() => api('PUT /api/display/info', { body: { version, draft } }), draft)
    if (saved !== null) say('success', t('saved'))
    return saved
  }

  return {
    base,
    draft: work.draft,
    isDirty,
    /** May be looked at only. */
    locked: base.can.save !== true,
    saving,
    error,
    conflict,
    change: (part: Partial<DisplayInfo>) =>
      setWork(({ draft, past }) => ({
        draft: { ...draft, ...part },
        past: [...past, draft].slice(-maxSteps),
        future: [],
      })),
    undo: () => setWork(stepBack),
    redo: () => setWork(stepOn),
    canUndo: work.past.length > 0,
    canRedo: work.future.length > 0,
    discard: () => setWork({ draft: base.draft, past: [], future: [] }),
    save: () => save(),
    /** Saves what is not saved yet; the version to publish, or null. */
    saved: async () => (isDirty ? ((await save())?.version ?? null) : base.version),
    take,
    meets,
    settle: async (sides: Readonly<Record<string, Side>>) => {
      if (conflict === null) return
      const { current } = conflict
      const draft = merged(asValues(work.draft), asValues(current.draft), sides) as unknown as DisplayInfo
      setConflict(null)
      take(current, draft)
      await save(draft, current.version)
    },
    leaveConflict: () => setConflict(null),
  }
}
export type InfoWork = ReturnType<typeof useInfoDraft>

function stepBack({ draft, past, future }: Work): Work {
  const before = past.at(-1)
  return before === undefined
    ? { draft, past, future }
    : { draft: before, past: past.slice(0, -1), future: [draft, ...future] }
}

function stepOn({ draft, past, future }: Work): Work {
  const [next, ...rest] = future
  return next === undefined ? { draft, past, future } : { draft: next, past: [...past, draft], future: rest }
}
