import { maxOwnProcesses, ownProcessesKey } from '@cloud-factory/domain/planning/planning-resources'
import { useQuery } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useNames } from '../../shared/i18n/use-names.ts'
import { usePreference } from '../../shared/list/preferences.ts'
import { processesQuery } from '../planning/plan.queries.ts'
import './own-processes.css'

interface Own {
  /** Ids of the person's own processes; empty: they have chosen none. */
  readonly ids: readonly string[]
  readonly choose: (ids: readonly string[]) => void
  readonly showsAll: boolean
  readonly toggle: () => void
  /** Query of lists of waiting lots. */
  readonly query: { readonly processId?: string }
  readonly isLoaded: boolean
}

const ownIn = (stored: unknown): readonly string[] =>
  Array.isArray(stored)
    ? stored.filter((id): id is string => typeof id === 'string' && /^[1-9]\d{0,17}$/.test(id))
    : []

/** The processes that a person looks after: chosen once, stored with the person, so that every device knows them. */
export function useOwnProcesses(): Own {
  const [stored, store, isLoaded] = usePreference(ownProcessesKey)
  const ids = useMemo(() => ownIn(stored), [stored])
  const [showsAll, setShowsAll] = useState(false)
  const isNarrow = ids.length > 0 && !showsAll
  return {
    ids,
    choose: (next) => {
      store(next.length === 0 ? null : next.slice(0, maxOwnProcesses))
      setShowsAll(false)
    },
    showsAll,
    toggle: () => setShowsAll(!showsAll),
    query: isNarrow ? { processId: ids.join(',') } : {},
    isLoaded,
  }
}

/** Names the own processes, and changes them in place. Without Ant Design, since home loads none of it. */
export function OwnProcesses({ own }: { readonly own: Own }) {
  const { t } = useTranslation('common')
  const nameOf = useNames()
  const id = useId()
  const [open, setOpen] = useState(false)
  const { data } = useQuery(processesQuery)
  const processes = (data?.items ?? []).filter(({ kind, active }) => kind === 'work' && active)
  const chosen = processes.filter((one) => own.ids.includes(one.id)).map(({ names }) => nameOf(names))
  const toggled = (one: string) =>
    own.ids.includes(one) ? own.ids.filter((other) => other !== one) : [...own.ids, one]
  return (
    <div className="own-processes">
      <span>
        {t('ownProcesses.label')}:{' '}
        <b>{chosen.length === 0 ? t('ownProcesses.all') : chosen.join(t('join'))}</b>
      </span>
      <button
        type="button"
        className="row-button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {t(open ? 'close' : 'change')}
      </button>
      {own.ids.length > 0 && (
        <button type="button" className="row-button" onClick={own.toggle}>
          {t(own.showsAll ? 'ownProcesses.showOwn' : 'ownProcesses.showAll')}
        </button>
      )}
      {open && (
        <div id={id} className="own-choices" role="group" aria-label={t('ownProcesses.label')}>
          {processes.map((one) => (
            <label key={one.id}>
              <input
                type="checkbox"
                checked={own.ids.includes(one.id)}
                onChange={() => own.choose(toggled(one.id))}
              />
              {nameOf(one.names)}
            </label>
          ))}
        </div>
      )}
    </div>
  )
}
