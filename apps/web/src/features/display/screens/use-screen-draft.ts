import type { ScreenDetail, ScreenLayout } from '@cloud-factory/contract/screens'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../shared/api.ts'
import { problemOf } from '../../../shared/request.ts'
import { useDirty } from '../../../shared/tabs/tab-hooks.ts'
import { say } from '../../../shared/ui/say.ts'
import { useScreensChanged } from './screens.queries.ts'
import { begun, redone, type Steps, stepped, undone } from './steps.rules.ts'

/** The draft while it is worked on: steps that can be undone, saved as a whole, a lost race kept until it is settled. */
export function useScreenDraft(first: ScreenDetail) {
  const { t } = useTranslation()
  const changed = useScreensChanged()
  const [screen, setScreen] = useState(first)
  const [steps, setSteps] = useState<Steps<ScreenLayout>>(() => begun(first.draft))
  const [conflict, setConflict] = useState<ScreenDetail | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const layout = steps.now
  const dirty = JSON.stringify(layout) !== JSON.stringify(screen.draft)
  useDirty(dirty)

  /** Takes what the server says now; what was being done is kept unless it came from there. */
  const take = (now: ScreenDetail, theirs = false) => {
    setScreen(now)
    if (theirs) setSteps((before) => stepped(before, now.draft))
  }

  /**
   * Whether somebody else was first. With nothing of one's own to lose, theirs is taken and said; else the two are compared.
   */
  const meets = (failure: unknown): boolean => {
    const problem = problemOf(failure)
    if (problem?.code !== 'version.conflict') return false
    const current = problem.current as ScreenDetail
    const theirs = JSON.stringify(current.draft)
    if (dirty && theirs !== JSON.stringify(layout)) setConflict(current)
    else {
      take(current, theirs !== JSON.stringify(layout))
      say('warning', t('shell:form.latestNow', { name: current.updatedBy }))
    }
    return true
  }

  const run = async <T>(work: () => Promise<T>): Promise<T | null> => {
    if (busy) return null
    setBusy(true)
    setError(null)
    try {
      return await work()
    } catch (failure) {
      if (!meets(failure)) setError(failure)
      return null
    } finally {
      setBusy(false)
      void changed()
    }
  }

  /** Saves the draft on a version; the screen as it is then, null when it was not saved. */
  const save = (version = screen.version) =>
    run(async () => {
      const saved = await api('PUT /api/screens/:id/draft', {
        params: { id: screen.id },
        body: { version, draft: layout },
      })
      take(saved)
      setConflict(null)
      return saved
    })

  return {
    screen,
    layout,
    dirty,
    /** May be looked at only. */
    locked: screen.can.save !== true,
    busy,
    error,
    conflict,
    take,
    meets,
    run,
    save,
    change: (next: ScreenLayout) => setSteps((now) => stepped(now, next)),
    undo: steps.before.length === 0 ? null : () => setSteps(undone),
    redo: steps.after.length === 0 ? null : () => setSteps(redone),
    settle(side: 'mine' | 'theirs') {
      if (conflict === null) return
      if (side === 'mine') return void save(conflict.version)
      take(conflict, true)
      setConflict(null)
    },
    leaveConflict: () => setConflict(null),
  }
}

export type ScreenDraft = ReturnType<typeof useScreenDraft>
