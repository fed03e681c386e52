import type { ScreenDetail, ScreenLayout } from '@cloud-factory/contract/displays/screens'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { useSubmit } from '../../shared/form/use-submit.ts'
import { problemOf } from '../../shared/request.ts'
import { useDirty } from '../../shared/tabs/tab-hooks.ts'
import { say } from '../../shared/ui/say.ts'
import { same } from './editor.rules.ts'
import { useScreensChanged } from './screens.queries.ts'
import { useSteps } from './use-steps.ts'

/**
 * The draft being edited: steps with undo, saved as a whole; a conflict is kept until it is
 * resolved.
 */
export function useScreenDraft(first: ScreenDetail) {
  const { t } = useTranslation()
  const [screen, setScreen] = useState(first)
  const history = useHistory(first.draft)
  const { layout } = history
  const [conflict, setConflict] = useState<ScreenDetail | null>(null)
  const dirty = !same(layout, screen.draft)
  useDirty(dirty)

  /** Takes the server's current version; the local layout is replaced only if `theirs` is set. */
  const take = (now: ScreenDetail, theirs = false) => {
    setScreen(now)
    if (theirs) history.change(now.draft)
  }

  /** Whether another user saved first. Loads that version, or compares both if there are local changes. */
  const meets = (failure: unknown): boolean => {
    const problem = problemOf(failure)
    if (problem?.code !== 'version.conflict') return false
    const current = problem.current as ScreenDetail
    const isOther = !same(current.draft, layout)
    if (dirty && isOther) setConflict(current)
    else {
      take(current, isOther)
      say('warning', t('shell:form.latestNow', { name: current.updatedBy }))
    }
    return true
  }

  const running = useRunning(meets)
  /** Saves the draft against a version. Resolves to the saved screen, null if it was not saved. */
  const save = (version = screen.version) =>
    running.run(async () => {
      const body = { version, draft: layout }
      const saved = await api('PUT /api/screens/:id/draft', { params: { id: screen.id }, body })
      take(saved)
      setConflict(null)
      return saved
    })

  return {
    ...history,
    ...running,
    screen,
    dirty,
    /** May be looked at only. */
    locked: screen.can.save !== true,
    conflict,
    take,
    meets,
    save,
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

/** The layout with its steps. */
function useHistory(first: ScreenLayout) {
  const { now: layout, change, undo, redo } = useSteps(first)
  return { layout, change: (next: ScreenLayout) => change(() => next), undo, redo }
}

/** Runs one piece of work at a time; a failure that `meets` does not settle is the error. */
function useRunning(meets: (failure: unknown) => boolean) {
  const changed = useScreensChanged()
  const { submit, ...state } = useSubmit()
  /** Resolves to null if it failed or other work was running. */
  const run = <T>(work: () => Promise<T>) => submit(() => work().finally(() => void changed()), meets)
  return { ...state, run }
}
