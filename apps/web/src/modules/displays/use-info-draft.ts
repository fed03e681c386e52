import { useState, useRef } from 'react'
import { useInstant } from '../../shared/format/dates.ts'
import type { DisplayInfo, DisplayInfoDraft } from '@cloud-factory/contract/displays/display-info'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import {
  type Difference,
  differences,
  changed as hasChanged,
  merged,
  type Side,
  type Values,
} from '../../shared/form/form.rules.ts'
import { problemOf } from '../../shared/request.ts'
import { useDirty } from '../../shared/tabs/tab-hooks.ts'
import { say } from '../../shared/ui/say.ts'
import { infoQuery } from './info.queries.ts'

/**
 * The factory's local date of this visit, `2026-03-21`: it does not change at midnight while
 * somebody edits.
 */
export function useToday(): string {
  const instant = useInstant()
  const [today] = useState(() => instant(new Date(), '{y}-{m}-{d}'))
  return today
}

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

/** Maximum number of undo steps. */
const maxSteps = 100

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
  const { send, ...sending } = useSending(take)
  const save = async (mine = draft, version = base.version) => {
    const action = () => api('PUT /api/display/info', { body: { version, draft: mine } })
    const saved = await send(action, (failure) => meets(failure, mine))
    if (saved !== null) say('success', t('saved'))
    return saved
  }
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
  const [work, setWork] = useState<Work>({ draft: first, past: [], future: [] })
  return {
    draft: work.draft,
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
    /** Another draft, the steps as they are. */
    replace: (draft: DisplayInfo) => setWork((now) => ({ ...now, draft })),
    /** Another draft, without steps. */
    reset: (draft: DisplayInfo) => setWork({ draft, past: [], future: [] }),
  }
}

/** Does something on the server, once at a time. */
function useSending(take: (saved: DisplayInfoDraft) => void) {
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const busy = useRef(false)
  /** Null: the server rejected it, and the message was shown. */
  const send = async (
    action: () => Promise<DisplayInfoDraft>,
    meets: (failure: unknown) => boolean,
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
      if (!meets(failure)) setError(failure)
      return null
    } finally {
      busy.current = false
      setSaving(false)
    }
  }
  return { saving, error, send }
}

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
